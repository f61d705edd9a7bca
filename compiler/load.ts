/**
 * Puts a policy together: files and what they include, scopes, groups and agents become one row of rules a layer.
 */
import type { Action } from "../src/decision.ts";
import type { Diagnostic } from "./diagnostic.ts";
import { Gatherer, type IncludedFile, type PlacedStatement, type Readers } from "./loading/gather.ts";
import { GroupScope, type ShippedGroups } from "./loading/groups.ts";
import { mergeMaps } from "./loading/merge-maps.ts";
import { Problems } from "./loading/problems.ts";
import { RuleList } from "./loading/rule-list.ts";
import { defaultsOf } from "./loading/default.ts";
import { ShellTools } from "./loading/shell-tools.ts";
import { testsOf } from "./loading/tests.ts";
import type { PolicyNever, PolicyRule, PolicyTest, ResolvedPolicy, Scope } from "./rule.ts";
import type { Source } from "./source.ts";

/** A policy file as it is given. */
export interface PolicySource {
  /** Its name in diagnostics, tables and includes. With `.md` at its end the file is that of an agent of Pi. */
  readonly file: string;
  readonly text: string;
  /** `user` if absent. */
  readonly scope?: Scope | undefined;
  /** An untrusted policy can only tighten. If absent, that of a project is not trusted and every other one is. */
  readonly trusted?: boolean | undefined;
}

/** How further files are reached. What is absent is not there: the loader itself touches no disk. */
export type LoadOptions = { readonly [Reader in keyof Readers]?: Readers[Reader] | undefined };

export interface LoadedPolicy {
  /** Null where a diagnostic is an error. */
  readonly policy: ResolvedPolicy | null;
  /** By file and place. */
  readonly diagnostics: readonly Diagnostic[];
  /** Every file that was read, for drawing code frames. */
  readonly files: ReadonlyMap<string, Source>;
}

const SCOPES: readonly Scope[] = ["managed", "user", "project"];

/** Puts policies together, whatever their order: least specific scope first. Never throws for a policy. */
export function resolvePolicy(sources: readonly PolicySource[], options: LoadOptions = {}): LoadedPolicy {
  return new Loader(options).load(sources);
}

/** The files of one scope that answer together. */
interface Stratum {
  readonly scope: Scope;
  readonly trusted: boolean;
  readonly statements: readonly PlacedStatement[];
}

interface LayerDraft {
  readonly trusted: boolean;
  default: Action | null;
  readonly agentDefaults: Map<string, Action>;
  rules: readonly PolicyRule[];
}

class Loader {
  readonly #readers: Readers;
  readonly #problems = new Problems();
  readonly #gatherer: Gatherer;
  /** By scope and file: what the policy was put together from. */
  readonly #sources = new Map<string, ResolvedPolicy["sources"][number]>();

  constructor(options: LoadOptions) {
    this.#readers = {
      readInclude: options.readInclude ?? (() => null),
      readPreset: options.readPreset ?? (() => null),
      presetNames: options.presetNames ?? [],
    };
    this.#gatherer = new Gatherer(this.#readers, this.#problems);
  }

  load(sources: readonly PolicySource[]): LoadedPolicy {
    const rules = new RuleList(this.#problems);
    const tools = new ShellTools(this.#problems);
    const tests: PolicyTest[] = [];
    const nevers: PolicyNever[] = [];
    const trustedScopes: GroupScope[] = [];
    const trustedLayer: LayerDraft = { trusted: true, default: null, agentDefaults: new Map(), rules: [] };
    const layers = [trustedLayer];
    for (const { scope, trusted, statements } of SCOPES.flatMap((one) => this.#strataOf(one, sources))) {
      const groups = this.#groupsOf(statements, scope, trustedScopes);
      const layer: LayerDraft = trusted
        ? trustedLayer
        : { trusted, default: null, agentDefaults: new Map(), rules: [] };
      layer.rules = [...layer.rules, ...rules.rulesOf(statements, groups)];
      nevers.push(...rules.neversOf(statements, groups, trusted ? 0 : layers.length));
      for (const [agent, action] of defaultsOf(statements, this.#problems)) {
        if (agent === null) layer.default = action;
        else layer.agentDefaults.set(agent, action);
      }
      tools.merge(statements, trusted);
      for (const test of testsOf(statements)) tests.push(test);
      if (trusted) trustedScopes.unshift(groups);
      else layers.push(layer);
    }
    const files = new Map(this.#gatherer.sources.toReversed().map((source) => [source.file, source]));
    const merged = layers.map(({ trusted, default: answer, agentDefaults, rules: drafted }) => ({
      trusted,
      default: answer,
      ...(agentDefaults.size === 0 ? {} : { agentDefaults }),
      rules: mergeMaps(drafted),
    }));
    const policy = { sources: [...this.#sources.values()], layers: merged, shellTools: tools.all(), tests, nevers };
    return { policy: this.#problems.hasErrors ? null : policy, diagnostics: this.#problems.all(), files };
  }

  /** The policies of a scope: those that are trusted are one, every untrusted one stands by itself. */
  #strataOf(scope: Scope, sources: readonly PolicySource[]): Stratum[] {
    const trusted: PlacedStatement[][] = [];
    const untrusted: Stratum[] = [];
    for (const source of sources.filter((one) => (one.scope ?? "user") === scope)) {
      const statements = this.#gather(source, scope);
      if (source.trusted ?? scope !== "project") trusted.push(statements);
      else untrusted.push({ scope, trusted: false, statements });
    }
    return [{ scope, trusted: true, statements: trusted.flat() }, ...untrusted];
  }

  #gather(file: IncludedFile, scope: Scope): PlacedStatement[] {
    const { statements, sources } = this.#gatherer.gather(file);
    for (const { file: name, text } of sources) {
      const key = JSON.stringify([scope, name]);
      if (!this.#sources.has(key)) this.#sources.set(key, { file: name, scope, text });
    }
    return [...statements];
  }

  /** The groups that a scope can name. `before`: those of the trusted scopes before it, nearest first. */
  #groupsOf(statements: readonly PlacedStatement[], scope: Scope, before: readonly GroupScope[]): GroupScope {
    const shipped: ShippedGroups = {
      names: this.#readers.presetNames,
      find: (name) => {
        const file = this.#readers.presetNames.includes(name) ? this.#readers.readPreset(name) : null;
        return file === null ? null : this.#gather(file, scope);
      },
    };
    const groups = new GroupScope([...before], shipped, this.#problems);
    for (const { statement, source } of statements) {
      if (statement.kind === "group") groups.define(statement, source);
    }
    groups.check();
    return groups;
  }
}
