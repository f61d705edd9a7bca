/**
 * Groups: what a name stands for, from where it is said.
 *
 * A scope sees its own groups, then those of the trusted scopes before it, then those that ship with the project. So
 * no scope can change what a name means in an earlier one.
 */
import type { RuleSource } from "../../src/decision.ts";
import type { FlagClause, GroupReference, GroupStatement, Pattern } from "../ast.ts";
import { tick } from "../diagnostic.ts";
import type { Source } from "../source.ts";
import { nearest } from "../suggest.ts";
import type { PlacedStatement } from "./gather.ts";
import { related, type Problems } from "./problems.ts";

/** One pattern of a group, with all clauses on the way to it. */
export interface GroupPattern {
  readonly pattern: Pattern;
  readonly clauses: readonly FlagClause[];
  /** Where the pattern stands, with its own flags. */
  readonly source: RuleSource;
}

interface Definition {
  readonly statement: GroupStatement;
  readonly source: Source;
  readonly scope: GroupScope;
  /** Null before the group is unfolded. */
  patterns: readonly GroupPattern[] | null;
}

/** The groups that ship with the project. */
export interface ShippedGroups {
  /** The statements of the file that ships the group of a name, or null. */
  find(name: string): readonly PlacedStatement[] | null;
  readonly names: readonly string[];
}

/** Groups in groups. */
const DEEPEST_GROUPS = 100;
/** Patterns that one group may come to. */
const MOST_PATTERNS = 10_000;

/** The groups that the statements of a scope can name. */
export class GroupScope {
  readonly #own = new Map<string, Definition>();
  readonly #before: readonly GroupScope[];
  readonly #shipped: ShippedGroups;
  readonly #shippedScopes = new Map<string, GroupScope | null>();
  readonly #problems: Problems;

  /** `before`: the scopes whose groups can be named as well, nearest first. */
  constructor(before: readonly GroupScope[], shipped: ShippedGroups, problems: Problems) {
    this.#before = before;
    this.#shipped = shipped;
    this.#problems = problems;
  }

  define(statement: GroupStatement, source: Source): void {
    const name = statement.name.text;
    if (name === "") return;
    const first = this.#own.get(name);
    if (first === undefined) {
      this.#own.set(name, { statement, source, scope: this, patterns: null });
    } else if (first.statement !== statement) {
      this.#problems.report(
        source,
        "duplicate-group",
        statement.name.span,
        `the group ${tick(name)} is there already`,
        {
          help: "give it another name, or put its patterns into the first one",
          related: [related(first.source, first.statement.name.span, "the first one")],
        },
      );
    }
  }

  /** Unfolds every group of this scope, so that what is wrong with one is told even where no rule names it. */
  check(): void {
    for (const definition of this.#own.values()) this.#unfold(definition, []);
  }

  /** The patterns that a reference stands for, in order; none where something is wrong, which is reported. */
  patternsOf(reference: GroupReference, source: Source): readonly GroupPattern[] {
    return this.#resolve(reference, source, []);
  }

  #resolve(reference: GroupReference, source: Source, trail: readonly Definition[]): readonly GroupPattern[] {
    if (reference.name === "") return [];
    const definition = this.#find(reference.name);
    if (definition === null) {
      const meant = nearest(reference.name, this.#names());
      this.#problems.report(source, "unknown-group", reference.span, `no group is called ${tick(reference.name)}`, {
        help:
          meant === null
            ? "define it with `group NAME:`, or put the pattern in quotes if it starts with `@`"
            : undefined,
        suggestion: meant === null ? null : `@${meant}`,
      });
      return [];
    }
    if (trail.includes(definition)) {
      this.#complainOfCycle(reference, source, trail.slice(trail.indexOf(definition)));
      return [];
    }
    return definition.scope.#unfold(definition, trail);
  }

  #find(name: string): Definition | null {
    for (const scope of [this, ...this.#before]) {
      const definition = scope.#own.get(name);
      if (definition !== undefined) return definition;
    }
    const shipped = this.#findShipped(name);
    return shipped === null ? null : (shipped.#own.get(name) ?? null);
  }

  /** The scope of the file that ships a group. */
  #findShipped(name: string): GroupScope | null {
    const known = this.#shippedScopes.get(name);
    if (known !== undefined) return known;
    const statements = this.#shipped.find(name);
    const scope = statements === null ? null : new GroupScope([], this.#shipped, this.#problems);
    this.#shippedScopes.set(name, scope);
    for (const { statement, source } of statements ?? []) {
      if (statement.kind === "group") scope?.define(statement, source);
    }
    return scope;
  }

  #unfold(definition: Definition, trail: readonly Definition[]): readonly GroupPattern[] {
    if (definition.patterns !== null) return definition.patterns;
    const { statement, source } = definition;
    const patterns: GroupPattern[] = [];
    for (const { subject, clauses, span } of statement.members) {
      if (subject.kind === "pattern") {
        const place = { file: source.file, ...source.position(span.start), text: source.slice(span) };
        patterns.push({ pattern: subject, clauses, source: place });
      } else if (trail.length >= DEEPEST_GROUPS) {
        this.#problems.report(source, "nesting-too-deep", subject.span, "groups stand too deep in each other", {
          help: "put the patterns into fewer groups",
        });
      } else {
        for (const inner of this.#resolve(subject, source, [...trail, definition])) {
          if (patterns.length > MOST_PATTERNS) break;
          patterns.push({ ...inner, clauses: [...inner.clauses, ...clauses] });
        }
      }
    }
    if (patterns.length > MOST_PATTERNS) {
      const message = `the group ${tick(statement.name.text)} comes to more than ${MOST_PATTERNS} patterns`;
      this.#problems.report(source, "too-many-rules", statement.name.span, message, { help: "write broader patterns" });
      patterns.length = 0;
    }
    definition.patterns = patterns;
    return patterns;
  }

  #complainOfCycle(reference: GroupReference, source: Source, circle: readonly Definition[]): void {
    const names = [...circle, ...circle.slice(0, 1)].map(({ statement }) => tick(statement.name.text));
    this.#problems.report(source, "group-cycle", reference.span, `the group holds itself: ${names.join(" → ")}`, {
      help: "remove one of these references",
      related: circle.map((one) => related(one.source, one.statement.name.span, "this group holds the next one")),
    });
  }

  *#names(): Generator<string> {
    for (const scope of [this, ...this.#before]) yield* scope.#own.keys();
    yield* this.#shipped.names;
  }
}
