/**
 * A path that a tool or a command touches: its forms, kept apart by what they are for.
 */
import { fold } from "../table/fold.ts";
import type { Question } from "../table/question.ts";
import { HOME, READ, WRITE, type Piece, type Value } from "../text.ts";
import { distinct } from "./forms.ts";
import { below } from "./location.ts";
import type { Place } from "./place.ts";
import type { Alias } from "./rule-directories.ts";
import type { Surroundings } from "./surroundings.ts";

/** Gives the forms of places by way of the links at the front of rules. */
export interface RuleLinks {
  /** For rules that allow. */
  readonly aliases: (places: readonly Place[], directories: readonly string[]) => readonly Alias[];
  /** For rules that ask or deny. */
  readonly readings: (places: readonly Place[], restricted: readonly string[]) => readonly Value[];
}

/** Surfaces whose texts start with the mark of a read or a write. */
const MARKED = new Set(["path", "external_directory"]);

/**
 * A path may name one of several places: where it is not known which way a command takes, or whether `..` is taken by
 * the text or by the disk. A rule that allows has to allow all of them; one that asks or denies needs one.
 */
export class AccessPath {
  readonly #typed: Value;
  readonly #places: readonly [Place, ...Place[]];
  readonly #around: Surroundings;
  readonly #links: RuleLinks;

  /** Made by a `PathNormalizer`. */
  constructor(typed: Value, places: readonly [Place, ...Place[]], around: Surroundings, links: RuleLinks) {
    this.#typed = typed;
    this.#places = places;
    this.#around = around;
    this.#links = links;
  }

  /**
   * The lexical absolute path, for display, approvals and logs: with `/` on every platform, `…` for what is not known.
   * A path below a directory that is not known stays as typed.
   */
  value(): string {
    return this.#lexical(this.#places[0]);
  }

  /** The same of the place that lies outside of the working directory, or may, where only one of several does. */
  outsideValue(): string {
    const outside = (side: boolean | "unknown") => this.#places.find((place) => place.outside === side);
    return this.#lexical(outside(true) ?? outside("unknown") ?? this.#places[0]);
  }

  #lexical({ lexicalText, fence, absolute }: Place): string {
    return lexicalText ?? shown(fence === null && typeof absolute[0] === "string" ? absolute : this.#typed);
  }

  /** Every form that some rule may match, for display: canonical, lexical and as typed, absolute and relative. */
  matchValues(): readonly string[] {
    const values = new Set<string>();
    for (const place of this.#places) {
      for (const form of [...writtenForms(place), ...place.readings]) values.add(shown(form));
    }
    return [...values];
  }

  /** The canonical path, for containment only; `…` for what is not known. */
  boundaryValue(): string {
    const [place] = this.#places;
    return place.canonicalText ?? shown(place.absolute);
  }

  /** Where the path leads through a link, to be told to the person who is asked; null where it leads to itself. */
  resolvedAlias(): string | null {
    for (const place of this.#places) {
      const { canonicalText, lexicalText } = place;
      if (canonicalText === null || lexicalText === null || place.device) continue;
      if (!this.#isSame(canonicalText, lexicalText)) return canonicalText;
    }
    return null;
  }

  /** That the working directory itself is reached through a link, or that a name is given in another case, tells nothing. */
  #isSame(canonical: string, lexical: string): boolean {
    const { flavour, cwd, canonicalCwd } = this.#around;
    const name = flavour.folds ? fold : (text: string): string => text;
    if (name(canonical) === name(lexical)) return true;
    const inside = canonicalCwd === null ? null : below(canonicalCwd, canonical);
    return inside !== null && cwd !== null && inside === below(cwd, lexical);
  }

  /** Whether the path leaves the working directory of the call. Devices lie neither inside nor outside. */
  isOutside(): boolean | "unknown" {
    let outside: boolean | "unknown" = false;
    for (const place of this.#places) {
      if (place.outside === true) return true;
      if (place.outside === "unknown") outside = "unknown";
    }
    return outside;
  }

  /** A device that any command may use: `/dev/null` and its like. */
  isDevice(): boolean {
    return this.#places.every((place) => place.device);
  }

  /**
   * What a surface is asked about the path.
   *
   * `directories` are the fixed directories of the surface's rules that allow, `restricted` the paths that its other
   * rules are bound to; pass the same lists each time, since what is found for them is remembered. Texts of `path` and
   * `external_directory` start with the mark of the access.
   */
  question(
    surface: string,
    access: "read" | "write",
    directories: readonly string[],
    restricted: readonly string[] = [],
  ): Question {
    const mark = MARKED.has(surface) ? (access === "read" ? READ : WRITE) : "";
    const marked = (value: Value): Value => withMark(mark, value);

    const written = this.#written(surface === "external_directory");
    const ways = this.isDevice() ? [] : this.#links.readings(this.#places, restricted);
    const readings = ways.length === 0 ? this.#readings() : distinct([...this.#readings(), ...ways]);
    const found = this.isDevice() ? [] : this.#links.aliases(this.#places, directories);
    const aliases = found.filter(({ value }) => !holds(written, value));
    const question = { written: written.map(marked), readings: readings.map(marked) };
    if (aliases.length === 0) return question;
    return {
      ...question,
      aliases: aliases.map(({ directory, value }) => ({ directory, value: marked(value) })),
    };
  }

  /** A rule that asks or denies needs but one of several places, so it sees the forms of each by itself. */
  #readings(): readonly Value[] {
    const [first, ...others] = this.#places;
    if (others.length === 0) return first.readings;
    return distinct(this.#places.flatMap((place) => [...writtenForms(place), ...place.readings]));
  }

  /**
   * The forms that a rule which allows may trust. Of several places each form is one value that stands for all of them,
   * with the absolute form for a place that has none of the kind, so that no rule answers for a part of them.
   */
  #written(fenced: boolean): readonly Value[] {
    const places = this.#places;
    const absolute = (place: Place): Value => (fenced ? (place.fence ?? place.absolute) : place.absolute);
    if (places.length === 1) return writtenForms(places[0], absolute(places[0]));

    const forms: Value[] = [];
    for (const kind of ["absolute", "relative", "homed", "native"] as const) {
      if (places.every((place) => place[kind] === null)) continue;
      const options = places.map((place) => (kind === "absolute" ? null : place[kind]) ?? absolute(place));
      forms.push([{ kind: "choice", options }]);
    }
    return forms;
  }
}

function writtenForms(place: Place, absolute: Value = place.absolute): readonly Value[] {
  const forms = [absolute];
  if (place.relative !== null) forms.push(place.relative);
  if (place.homed !== null) forms.push(place.homed);
  if (place.native !== null) forms.push(place.native);
  return forms;
}

function withMark(mark: string, value: Value): Value {
  if (mark === "") return value;
  const [first, ...others] = value;
  return typeof first === "string" ? [mark + first, ...others] : [mark, ...value];
}

function holds(values: readonly Value[], sought: Value): boolean {
  if (sought.length !== 1 || typeof sought[0] !== "string") return false;
  return values.some((value) => value.length === 1 && value[0] === sought[0]);
}

/** A value for people: `~` for the home directory, `…` for a hole. */
function shown(value: Value): string {
  return value.map(shownPiece).join("");
}

function shownPiece(piece: Piece): string {
  return typeof piece === "string" ? piece.replace(HOME, "~") : "…";
}
