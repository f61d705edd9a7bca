/** Text that was made to break the projector: it never throws, ends, and what is too much is said to be. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readdirSync, readFileSync } from "node:fs";
import { MAX_COMMAND_CHARACTERS } from "../../../src/shell/bounds.ts";
import { MAX_UNITS } from "../../../src/shell/limits.ts";
import { project, unitLine } from "./projection.ts";

/** Commands in a row. */
function some(count: number, command: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => command(at)).join("; ");
}

function sentinels(command: string): string[] {
  return project(command).floors.map((floor) => floor.sentinel);
}

describe("a long list", () => {
  test.each(["; ", " && ", " || ", " | ", "\n", " & "])("of commands joined by %j is read to its end", (operator) => {
    const { units } = project(`${"a x; ".repeat(4_000)}rm y${operator}b`);
    expect(units.map(unitLine).slice(-2)).toEqual(["rm y", "b"]);
    const joined = project(Array.from({ length: 3_000 }, () => "a x").join(operator) + `${operator}rm y`);
    expect(joined.units).toHaveLength(3_001);
    expect(joined.units.at(-1)?.text).toBe("rm y");
  });

  test("of assignments is read to its end", () => {
    const names = Array.from({ length: 4_000 }, (_, index) => `V${index}=1`);
    expect(project(`${names.join(" && ")} && rm x`).units.map(unitLine)).toEqual(["rm x"]);
  });

  test("of changes of directory is read to its end", () => {
    const program = project(`${"cd d && ".repeat(4_000)}cat x`);
    expect(program.units).toHaveLength(4_001);
    expect(program.paths.at(-1)?.base).toEqual({ kind: "unknown" });
  });
});

test("loops deep in one another, each in a shell of its own that defines what it calls, are read to their end", () => {
  const program = project(nestedLoops(10, "a$ | while b; do f() { $1 x; }; f rm;", "f c;"));
  expect(program.floors).toEqual([]);
  expect(program.units.map(({ text }) => text)).toContain("rm x");
  expect(program.units.map(({ text }) => text)).toContain("a9");
});

test("of many variables that make commands run something else, none is lost when the first are set back", () => {
  const names = ["GIT_PAGER", "PAGER", "GIT_EDITOR", "EDITOR", "VISUAL", "GIT_SSH", "BROWSER", "MANPAGER"];
  const set = names.map((name) => `export ${name}=./x`).join("; ");
  const back = names.map((name) => `export ${name}=cat`).join("; ");
  const wrappers = (command: string): number => project(command).units.filter(({ wrapper }) => wrapper !== null).length;
  expect(wrappers(`${set}; ${back}; ls`)).toBeLessThan(wrappers(`${set}; export LD_PRELOAD=./x.so; ${back}; ls`));
});

describe("what is too much is asked about", () => {
  test.each([
    ["text beyond the bound", `echo ${"a".repeat(MAX_COMMAND_CHARACTERS)}`],
    ["functions that call each other twice", `${doubling(20)}; f0`],
    ["a program that runs itself", `x='eval "$x"'; eval "$x"`],
    ["files that are copied", `${some(300, (at) => `cp a b${at}`)}; cp /bin/rm r; ./r x`],
    ["links that are made", `${some(300, (at) => `echo 1; ln -s a b${at}`)}; rm x`],
    ["files that are written", `${some(300, (at) => `echo a > f${at}`)}; echo 'rm x' > s; sh s`],
    ["parts of a file", `echo 'rm x' > s; ${some(12, (at) => `echo ${at} >> s`)}; sh s`],
    ["words that may be options", `tar ${"$X ".repeat(20)} 'rm x' -cf a b`],
    ["what an unknown word may run", `${"a;".repeat(12_200)}find . $X sh -c '${"b;".repeat(400)}'; rm x`],
    ["wrappers around wrappers", `${"nice ".repeat(2_000)}rm x`],
    ["functions that are defined", `${some(300, (at) => `f${at}() { :; }`)}; f299`],
    ["aliases that are set", `${some(200, (at) => `alias a${at}=b`)}; a199`],
    ["aliases behind one another", `${some(8, (at) => `alias a='b${at} '`)}; ${"a ".repeat(8)}`],
    ["a long command that a function repeats", `f() { cat ${"a ".repeat(9_000)}; }; ${"f; ".repeat(1_000)}`],
    ["a long word that a function repeats", `f() { cat ${"$a".repeat(9_000)}; }; ${"f; ".repeat(1_000)}`],
    ["long lists that commands are given", `x=(${"a ".repeat(5_000)}); ${'cat "${x[@]}"; '.repeat(500)}`],
    [
      "a loop over many words that a function repeats",
      `f() { for i in ${"$a ".repeat(9_000)}; do b; done; }; ${"f; ".repeat(1_000)}`,
    ],
    ["substitutions in one another", `echo ${"$(echo ".repeat(300)}x${")".repeat(300)}`],
    [
      "loops over many values in one another",
      nestedLoops(6, "for i$ in 1 2 3 4 5 6 7 8 9; do", "f() { g; }; f; x=$x$i1;"),
    ],
  ])("%s", (_, command) => {
    const program = project(command);
    expect(program.units.length).toBeLessThanOrEqual(MAX_UNITS);
    if (!command.startsWith("for")) expect(sentinels(command)).toContain("<oversized-bash-command>");
    expect(sentinels(command)).not.toContain("<gate-error>");
  });
});

describe("what grows is not followed beyond a bound", () => {
  test.each([
    ["a variable that doubles", `${"x=$x$x; ".repeat(60)}echo "$x"`],
    ["references to a long variable", `x=${"a".repeat(9_000)}; echo ${"$x ".repeat(5_000)}`],
    ["words of an editor that run into one another", `gdb -ex '${"re".repeat(60)} x'`],
    [
      "variables of awk that hold one another",
      `awk 'BEGIN{a0="x";${Array.from({ length: 30 }, (_, at) => `a${at + 1}=a${at} a${at} a${at} a${at}`).join(";")};system(a30)}'`,
    ],
    ["braces that multiply", `echo ${"{a,b}".repeat(30)}`],
    ["sequences that are long", `echo ${"{1..999} ".repeat(3_000)}`],
    ["a pattern of many stars", `x=${"a".repeat(500)}; echo \${x//${"*a".repeat(100)}b/c}`],
    ["patterns of many steps, over and over", `x=${"a".repeat(290)}; ${": ${x//*a*a*a*b/c}; ".repeat(250)}`],
    ["a function that calls itself", "f() { f a; f b; f c; }; f"],
    [
      "choices of choices",
      `for a in 1 2 3 4 5; do for b in 1 2 3 4 5; do for c in 1 2 3 4 5; do echo $a$b$c; done; done; done`,
    ],
    ["loops that change what they run", nestedLoops(20, "while x; do", "x=$x$x; cd $x;")],
  ])("%s", (_, command) => {
    expect(project(command).units.length).toBeLessThan(300);
    expect(sentinels(command)).not.toContain("<gate-error>");
  });
});

describe("values that are told apart in every command", () => {
  const two = some(12, (at) => `a && v${at}=r${at} || v${at}=s${at}`);
  const path = Array.from({ length: 12 }, (_, at) => `$v${at}`).join("/");

  test("are told apart where there are few", () => {
    const { units } = project(`${two}; ${"echo $v0 $v1; ".repeat(200)}`);
    expect(units.filter(({ text }) => text === "echo r0 s1")).toHaveLength(200);
  });

  test("stay a choice beyond a bound, but for the command's own name", () => {
    const { units, floors } = project(`a && f=ls || f=rm; ${two}; ${`echo ${path}; `.repeat(100)} $f x`);
    expect(units.length).toBeLessThan(1_500);
    expect(units.map(({ text }) => text)).toEqual(expect.arrayContaining(["ls x", "rm x"]));
    expect(floors).toEqual([]);
  });
});

describe("more than is remembered may be anything", () => {
  const many = (command: (index: number) => string): string =>
    Array.from({ length: 140 }, (_, i) => command(i)).join(";");
  test.each([
    ["texts that are evaluated", `${many((i) => `V${i}='a[$(b)] ${i}'`)};X='a[$(rm x)]'; let X`, "…"],
    [
      "names that are exported",
      `f() { a=rm; };${many((i) => `export V${i}`)};export -f f;bash -c 'a=ls; f; $a y'`,
      "rm y",
    ],
    ["variables that stay as they are", `${many((i) => `readonly V${i}`)};readonly X=rm; X=ls; $X y`, "… y"],
  ])("%s", (_, command, text) => {
    expect(project(command).units.map((unit) => unit.text)).toContain(text);
  });
});

test("a NUL is never overlooked", () => {
  const program = project("r\0m x");
  expect(program.units.map(unitLine)).toEqual(["rm x"]);
  expect(program.floors.map((floor) => floor.sentinel)).toEqual(["<unparseable-bash-command>"]);
});

test("surrogates and noncharacters are characters", () => {
  expect(project("echo \ud800 \udfff 😀 \uFDEF").units).toHaveLength(1);
  expect(project("\uFDEF x").units[0]?.question.written).toBeDefined();
});

describe("mutated commands", () => {
  const folder = new URL("cases/", import.meta.url);
  const commands = readdirSync(folder).flatMap((file) =>
    (parse(readFileSync(new URL(file, folder), "utf8")) as { command: string }[]).map((one) => one.command),
  );
  const token = fc.constantFrom(
    ..."$( ) ` ' \" { } ; && || | & < > $ ${ (( )) \\ * ? [ ] ~ = # ! [[ ]] <( >( if then fi do done for case esac".split(
      " ",
    ),
    ..."eval trap cd function f() x= $x ${x:-".split(" "),
    "\n",
    "<<E\n",
    "\nE\n",
    "\0",
    "\ud800",
    "\uFDEF",
    "\uFDD0",
    " ",
    "\r",
  );
  const edit = fc.tuple(
    fc.nat(),
    fc.nat(8),
    fc.oneof(token, fc.constantFrom(...commands), fc.string({ maxLength: 4 })),
  );

  test("are projected without an error of the projector's own", () => {
    fc.assert(
      fc.property(fc.constantFrom(...commands), fc.array(edit, { minLength: 1, maxLength: 6 }), (command, edits) => {
        let text = command;
        for (const [place, cut, insert] of edits) {
          const at = place % (text.length + 1);
          text = text.slice(0, at) + insert + text.slice(at + cut);
        }
        expect(sentinels(text)).not.toContain("<gate-error>");
      }),
      { seed: 20, numRuns: 1_500 },
    );
  });
});

function doubling(count: number): string {
  return Array.from({ length: count }, (_, index) => `f${index}() { f${index + 1}; f${index + 1}; }`).join("; ");
}

function nestedLoops(count: number, head: string, body: string): string {
  const heads = Array.from({ length: count }, (_, index) => head.replace("$", String(index)));
  return `${heads.join(" ")} ${body} ${"done;".repeat(count)}`;
}
