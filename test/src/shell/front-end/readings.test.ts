import { beforeAll, describe, expect, it } from "vitest";
import { canonicalScript } from "../../../../src/shell/front-end/canonical.ts";
import { TreeParser } from "../../../../src/shell/front-end/tree-sitter-tree.ts";
import { readWithTreeSitter } from "../../../../src/shell/front-end/tree-sitter.ts";
import { readWithUnbash } from "../../../../src/shell/front-end/unbash.ts";
import { loadParsers, type Parsers } from "../../../../src/shell/parsers.ts";
import { acceptedByBash } from "../../../oracle/declared.ts";
import { syntaxCorpus } from "./corpus.ts";
import { simpleCommands, textOf } from "./simple-commands.ts";

interface Case {
  readonly command: string;
  readonly reads: string;
  readonly second?: "rejects";
}

const cases = syntaxCorpus<Case>("readings");
const agentCommands = syntaxCorpus<string>("agent-commands");
const hidden = syntaxCorpus<string>("hidden-commands");
const rejected = syntaxCorpus<string>("rejected-commands");

let parsers: Parsers;
let trees: TreeParser;
beforeAll(async () => {
  parsers = await loadParsers();
  trees = await TreeParser.load();
});

describe("the readings of the corpus", () => {
  it.each(cases)("unbash reads `$command`", ({ command, reads }) => {
    const { script, faults } = readWithUnbash(command);
    expect(faults).toEqual([]);
    expect(canonicalScript(script)).toBe(reads);
  });

  it.each(cases)(
    "tree-sitter reads `$command` alike, or rejects it where that is noted",
    ({ command, reads, second }) => {
      const { script, faults } = readWithTreeSitter(trees, command);
      if (second === "rejects") {
        expect(faults).not.toEqual([]);
      } else {
        expect(faults).toEqual([]);
        expect(canonicalScript(script)).toBe(reads);
      }
    },
  );

  it("is one reading for each, on which the front ends agree", () => {
    for (const { command } of cases) {
      const { readings, agree } = parsers.read(command);
      expect({ command, agree, readings: readings.length }).toEqual({ command, agree: true, readings: 1 });
    }
  });
});

describe("commands as agents write them", () => {
  it.each(agentCommands)("`%s` is read without a fault", (command) => {
    const { readings, agree } = parsers.read(command);
    expect(agree).toBe(true);
    expect(readings.flatMap((reading) => reading.faults)).toEqual([]);
  });

  it("are all valid bash, though tree-sitter alone rejects a third of them", () => {
    expect(acceptedByBash(agentCommands)).toEqual(agentCommands.map(() => true));
    const lost = agentCommands.filter((command) => readWithTreeSitter(trees, command).faults.length > 0);
    expect(lost).toHaveLength(11);
  });
});

describe("a command that hides", () => {
  it.each(hidden)("in `%s` is found", (command) => {
    const { readings, agree } = parsers.read(command);
    expect(agree).toBe(true);
    const names = simpleCommands(readings[0]!).map(({ words }) => (words[0] === undefined ? "" : textOf(words[0])));
    // An empty substitution before a name leaves the name.
    expect(names.map((name) => name.replace(/^…/, ""))).toContain("rm");
  });

  it("hides in valid bash", () => {
    const accepted = acceptedByBash(hidden);
    expect(hidden.filter((_, index) => !accepted[index])).toEqual([]);
  });
});

describe("text that bash rejects", () => {
  it.each(rejected)("`%s` has a fault in every reading that counts", (command) => {
    const { readings, agree } = parsers.read(command);
    expect(agree).toBe(false);
    expect(readings[0]!.faults).not.toEqual([]);
  });

  it("is rejected by bash", () => {
    const accepted = acceptedByBash(rejected);
    expect(rejected.filter((_, index) => accepted[index])).toEqual([]);
  });
});
