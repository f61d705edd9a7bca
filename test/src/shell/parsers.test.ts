import { beforeAll, describe, expect, it } from "vitest";
import {
  MAX_COMMAND_CHARACTERS,
  MAX_COMMANDS,
  MAX_LINE_HERE_DOCUMENTS,
  MAX_NESTING,
  MAX_OPEN_BRACKETS,
  MAX_TREE_CHARACTERS,
} from "../../../src/shell/bounds.ts";
import { canonicalScript } from "../../../src/shell/front-end/canonical.ts";
import { loadParsers, type Parsers, type Readings } from "../../../src/shell/parsers.ts";
import { simpleCommands, textOf } from "./front-end/simple-commands.ts";

let parsers: Parsers;
beforeAll(async () => {
  parsers = await loadParsers();
});

function texts({ readings }: Readings): string[] {
  return readings.map(({ script }) => canonicalScript(script));
}

describe("what two readings are worth", () => {
  it("is one reading where both front ends read the same", () => {
    const read = parsers.read("echo $(rm x)");
    expect(read.agree).toBe(true);
    expect(texts(read)).toEqual(["echo $(rm x;);"]);
  });

  it("is unbash's where tree-sitter rejects what is valid", () => {
    const read = parsers.read("cat <<A; rm $(x)\na\nA");
    expect(read.agree).toBe(true);
    expect(read.readings.map(({ faults }) => faults)).toEqual([[]]);
    expect(texts(read)).toEqual(["cat <<'a\\n'; rm $(x;);"]);
  });

  it("is both where unbash finds a fault and tree-sitter does not, and no agreement", () => {
    // bash refuses the condition when it comes to it, and has run what stands before.
    const read = parsers.read("rm x; [[ -f ]]");
    expect(read.agree).toBe(false);
    expect(read.readings.map(({ faults }) => faults.length > 0)).toEqual([true, false]);
    expect(simpleCommands(read.readings[1]!).map(({ words }) => textOf(words[0]!))).toContain("rm");
  });

  it("is unbash's of a plainer text, where that is what tree-sitter reads", () => {
    // In the first, unbash takes the argument for the keyword; in the second, the pattern ends too early.
    for (const command of ["echo $(echo case); rm x", "echo ${x/$(dirname /a)/b}; rm x"]) {
      const read = parsers.read(command);
      expect(read.agree).toBe(true);
      expect(read.readings).toHaveLength(1);
      const words = simpleCommands(read.readings[0]!).map((one) => one.words.map((word) => textOf(word)).join(" "));
      expect(words).toContain("rm x");
      expect(words).toContain(command.includes("case") ? "echo case" : "dirname /a");
    }
  });

  it("is unbash's reading with its faults where nobody understands the text", () => {
    const read = parsers.read("rm x; echo (");
    expect(read.agree).toBe(false);
    expect(read.readings).toHaveLength(1);
    expect(read.readings[0]!.faults).not.toEqual([]);
    expect(simpleCommands(read.readings[0]!).map(({ words }) => textOf(words[0]!))).toContain("rm");
  });

  it("is a fault for text with a NUL character", () => {
    const { readings, agree } = parsers.read("r\0m x");
    expect(agree).toBe(false);
    expect(readings[0]!.faults).toEqual([
      { span: { start: 1, end: 2 }, detail: "a command cannot hold a NUL character" },
    ]);
  });
});

describe("the second front end", () => {
  it("is needed where the command has structure", () => {
    expect(parsers.needsSecondOpinion("git status && npm test 2>&1 | tail")).toBe(false);
    expect(parsers.needsSecondOpinion("cat > f <<'EOF'\n$(x)\nEOF")).toBe(false);
    expect(parsers.needsSecondOpinion("echo $(x)")).toBe(true);
    expect(parsers.needsSecondOpinion("if a; then b; fi")).toBe(true);
  });

  it("may be left out, and is missed only where it was needed", async () => {
    const alone = await loadParsers({ treeSitter: false });
    expect(alone.read("git status")).toMatchObject({ agree: true, readings: [{ faults: [] }] });
    expect(alone.lacked).toBe(false);
    const read = alone.read("echo $(rm x)");
    expect(read.agree).toBe(false);
    expect(read.readings[0]!.faults).toHaveLength(1);
    expect(simpleCommands(read.readings[0]!).map(({ words }) => textOf(words[0]!))).toContain("rm");
    expect(alone.lacked).toBe(true);
  });

  it("gives the same answers however often it is asked", () => {
    const commands = ["echo $(a)", "echo )", "[[ a == b* ]]", "cat <<A <<B\nA\nB", "f() { a; }; f"];
    const once = commands.map((command) => JSON.stringify(parsers.read(command)));
    for (let round = 0; round < 200; round++) for (const command of commands) parsers.read(command);
    expect(commands.map((command) => JSON.stringify(parsers.read(command)))).toEqual(once);
  });
});

describe("the bounds", () => {
  function bounds(command: string): (string | undefined)[] {
    const { readings, agree } = parsers.read(command);
    expect(agree).toBe(false);
    return [...new Set(readings.flatMap(({ faults }) => faults.map((fault) => fault.bound)))];
  }

  it("let a long trivial command through, and stop one character later", () => {
    const command = `echo ${"a".repeat(MAX_COMMAND_CHARACTERS - 5)}`;
    expect(parsers.read(command)).toMatchObject({ agree: true, readings: [{ faults: [] }] });
    expect(bounds(`${command}a`)).toEqual(["characters"]);
  });

  it("let a long here-document through where nothing in it can run", () => {
    const command = `cat > f <<'EOF'\n${"it's a $(line)\n".repeat(2000)}EOF`;
    expect(parsers.read(command)).toMatchObject({ agree: true, readings: [{ faults: [] }] });
  });

  it("ask for a command with structure that is too long for tree-sitter", () => {
    const command = (length: number): string => `(${"a ".repeat(Math.floor((length - 2) / 2))})`;
    expect(parsers.read(command(MAX_TREE_CHARACTERS))).toMatchObject({ agree: true });
    expect(bounds(command(MAX_TREE_CHARACTERS + 2))).toEqual(["steps"]);
  });

  it.each([
    ["substitutions", "$(", ")"],
    ["groups", "{ ", "; }"],
    ["subshells", "( ", ")"],
    ["conditions", "if a; then ", "; fi"],
    ["expansions", "${a:-", "}"],
  ])("stop %s that are nested too deeply, and read the others", (_, open, close) => {
    const nested = (depth: number): string => `${open.repeat(depth)}a${close.repeat(depth)}`;
    expect(parsers.read(nested(20)).agree).toBe(true);
    expect(bounds(nested(MAX_NESTING + 1))).toEqual(["nesting"]);
    expect(bounds(nested(2000))).toEqual(["nesting"]);
  });

  it("stop brackets without end", () => {
    for (const open of ["(", "$(", "{ ", "((", "[", "${"]) {
      expect(bounds(open.repeat(MAX_OPEN_BRACKETS + 1))).toEqual(["nesting"]);
      expect(bounds(open.repeat(20_000))).toEqual(["nesting"]);
    }
  });

  it("stop functions in functions, which unbash follows down", () => {
    expect(bounds("f() ".repeat(10_000))).toEqual(["nesting"]);
    expect(bounds("coproc ".repeat(9_000))).toEqual(["nesting"]);
  });

  it("stop a line that starts here-documents without end", () => {
    expect(bounds("cat <<a ".repeat(MAX_LINE_HERE_DOCUMENTS + 1))).toEqual(["steps"]);
  });

  it("let 10,000 commands through, and stop at the bound on their number", () => {
    for (const operator of [" && ", "; ", "\n", " | ", " & "]) {
      const { readings, agree } = parsers.read(Array(10_000).fill("a").join(operator));
      expect(agree).toBe(true);
      expect(simpleCommands(readings[0]!)).toHaveLength(10_000);
    }
    expect(
      bounds(
        Array(MAX_COMMANDS + 1)
          .fill("a")
          .join(";"),
      ),
    ).toEqual(["steps"]);
  });
});

describe("hostile text", () => {
  const pieces =
    '$( ${ $(( (( ( ` \\` { {a, @( a[ $[ [[ "$( ${x:- ${x[ <( <<a\n if while case for f() ! time coproc && | ; & \' " \\ # a=( [ * > <<< {a}> 1+ ? : "` esac done } ) )) ]] ] ${! ${# ${x// $\\\n !( é 😀 \ud800 \udc00 \u00a0 \u2028 \r\n \x01 \x7f \ufdd0 \ufffe';
  const atoms = pieces.split(" ");

  it("of one repeated piece is read, and never thrown at", () => {
    for (const atom of atoms) {
      for (const length of [10, 1_000, 20_000]) {
        const { readings } = parsers.read(atom.repeat(Math.ceil(length / atom.length)));
        expect(readings.length).toBeGreaterThan(0);
      }
    }
  });

  it("of mixed pieces gives readings that hold the text", () => {
    let state = 7;
    const random = (limit: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      return (state >> 8) % limit;
    };
    for (let round = 0; round < 3_000; round++) {
      let text = "";
      for (let count = random(12) + 1; count > 0; count--)
        text += atoms[random(atoms.length)]! + (random(2) === 0 ? " " : "");
      const { readings, agree } = parsers.read(text);
      expect(readings.map(({ script }) => script.source)).toEqual(readings.map(() => text));
      if (agree) expect(readings.map(({ faults }) => faults)).toEqual([[]]);
      for (const { faults } of readings) {
        for (const { span } of faults) {
          expect(span.start).toBeGreaterThanOrEqual(0);
          expect(span.end).toBeLessThanOrEqual(text.length);
          expect(span.start).toBeLessThanOrEqual(span.end);
        }
      }
    }
  });
});
