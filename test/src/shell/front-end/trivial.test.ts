import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalScript } from "../../../../src/shell/front-end/canonical.ts";
import { TreeParser } from "../../../../src/shell/front-end/tree-sitter-tree.ts";
import { readWithTreeSitter } from "../../../../src/shell/front-end/tree-sitter.ts";
import { isTrivial } from "../../../../src/shell/front-end/trivial.ts";
import { readWithUnbash } from "../../../../src/shell/front-end/unbash.ts";
import { asPrinted, bodyOf, declaredByBash } from "../../../oracle/declared.ts";
import { simpleCommands } from "./simple-commands.ts";

describe("a trivial command", () => {
  it.each([
    "",
    "git status",
    "cd a && npm test 2>&1 | tail -5",
    'git commit -m "fix: a \\"quoted\\" thing, $NAME"',
    "A=1 B='c d' e; f & g || h",
    "[ -f x ] && echo yes",
    "ls *.ts ~/a ?b",
    "rm \\\n  -rf \\\n  x",
    "echo a#b # c; rm x",
    "cat > f <<'EOF'\n$(a) `b` ${c\nEOF\nls",
    "cat <<EOF | grep a\nx $Y z\nEOF",
    "git commit -m \"$(cat <<'EOF'\na 'b' $(c)\nEOF\n)\" && git push",
    "echo \\$x \\; \\|",
    "a >f 2>>g <h",
    "echo héé 日本",
    "find . -name '*.o' -exec rm -- x \\;",
    "a\n\nb",
    "find . -name '*.o' -exec rm -- {} +",
    "ls | xargs -I{} cp {} b/{}.c",
    "a > {}",
  ])("is `%s`", (command) => {
    expect(isTrivial(command)).toBe(true);
    expect(readWithUnbash(command).faults).toEqual([]);
  });

  it.each([
    "echo $(a)",
    "echo `a`",
    "echo ${a}",
    "echo $'a'",
    'echo $"a"',
    "echo $!",
    "(a)",
    "{ a; }",
    "! a",
    "if a",
    "time a",
    "a; then",
    "coproc a",
    "[[ a ]]",
    "a[1]=b",
    "a{b,c}",
    "a{}}",
    "{} a",
    "a; {}",
    "a {}>b",
    "a ${}",
    "f() a",
    "a |& b",
    "a &> f",
    "a >& f",
    "a <<< b",
    "a <> b",
    "a >| b",
    "a <(b)",
    "> 2>f",
    "a ;; b",
    "a &&",
    "a |",
    "; a",
    "echo 'a",
    'echo "a',
    'echo "`a`"',
    'echo "$(a)"',
    "a\\\nb",
    "echo a\\",
    "cat <<EOF\n$(a)\nEOF",
    "cat <<EOF\n`a`\nEOF",
    "cat <<EOF\na",
    "cat <<A <<B\nA\nB",
    'cat <<EOF "a\nb"\nEOF',
    "cat <<-EOF\nEOF",
    "echo a\rb",
    "echo a\0b",
    'echo "$(cat <<EOF\na\nEOF\n)"',
    "echo \"$(cat <<'EOF'\na\nEOF\n; b)\"",
  ])("is not `%s`", (command) => {
    expect(isTrivial(command)).toBe(false);
  });

  it("of any shape is read by unbash as bash reads it, and by tree-sitter not otherwise", async () => {
    const trees = await TreeParser.load();
    const commands = fc.sample(trivialCommand, { seed: 3, numRuns: 1000 });
    const printed = declaredByBash(commands);
    let compared = 0;
    commands.forEach((command, index) => {
      expect({ command, trivial: isTrivial(command) }).toEqual({ command, trivial: true });
      const first = readWithUnbash(command);
      expect({ command, faults: first.faults }).toEqual({ command, faults: [] });
      const second = readWithTreeSitter(trees, command);
      const reads = canonicalScript(first.script);
      if (second.faults.length === 0)
        expect({ command, reads: canonicalScript(second.script) }).toEqual({ command, reads });
      const text = printed[index];
      if (text === null || text === undefined) return;
      const again = readWithUnbash(text);
      // bash prints a here-document with what follows it on its line in ways that are no program.
      if (again.faults.length > 0) return;
      compared++;
      expect({ command, reads: canonicalScript(asPrinted(bodyOf(again.script))) }).toEqual({
        command,
        reads: canonicalScript(asPrinted(first.script)),
      });
    });
    expect(compared).toBeGreaterThan(900);
  });

  it("has the words that bash passes to it", () => {
    const words = fc.array(trivialWord(false), { minLength: 1, maxLength: 4 });
    const commands = fc
      .sample(words, { seed: 8, numRuns: 500 })
      .map((list) => list.filter((word) => !/[*?~$]/.test(word)))
      .filter((list) => list.length > 0)
      .map((list) => `show ${list.join(" ")}`);
    const script = `show() { printf '%s\\1' "$@"; printf '\\0'; }\n${commands.join("\n")}`;
    const run = spawnSync("bash", ["--norc", "-c", script], {
      env: { ...process.env, LC_ALL: "C.UTF-8" },
      encoding: "utf8",
    });
    const shown = run.stdout.split("\0").slice(0, -1);
    expect(shown).toHaveLength(commands.length);
    commands.forEach((command, index) => {
      const [simple] = simpleCommands(readWithUnbash(command));
      const read = simple!.words
        .slice(1)
        .map((word) => word.parts.map((part) => (part.kind === "literal" ? part.text : "")).join(""));
      expect({ command, words: read }).toEqual({ command, words: shown[index]!.split("\x01").slice(0, -1) });
    });
  });
});

function trivialWord(line: boolean): fc.Arbitrary<string> {
  const plain = fc.constantFrom(
    "a",
    "b1",
    "-x",
    "--y=z",
    "a/b",
    "x.txt",
    "@",
    "%s",
    "a,b",
    "k=v",
    "é",
    "日",
    "+",
    ":",
    "a#b",
    "^",
    "~",
    "*",
    "?c",
    "{}",
    "a{}",
    "{},{}b",
  );
  const odd = fc.constantFrom(...' $`\\;&|()<>#{}[!"', "EOF", ...(line ? [] : ["\n"]));
  const single = fc.array(fc.oneof(plain, odd), { maxLength: 3 }).map((parts) => `'${parts.join("")}'`);
  const escaped = fc.constantFrom(..." $`\\;&|()<>#{}[]!\"'*é").map((character) => `\\${character}`);
  const name = fc.constantFrom("$x", "$HOME", "$1", "$?", "$@");
  const double = fc
    .array(fc.oneof(plain, name, escaped, fc.constantFrom(" ", "'", ";", "(", "#", "!", ...(line ? [] : ["\n"]))), {
      maxLength: 3,
    })
    .map((parts) => `"${parts.join("")}"`);
  return fc
    .array(fc.oneof({ weight: 3, arbitrary: plain }, single, double, escaped, name), { minLength: 1, maxLength: 3 })
    .map((parts) => {
      const word = parts.join("");
      return word.startsWith("#") ? `a${word}` : word;
    });
}

const trivialCommand: fc.Arbitrary<string> = (() => {
  const command = (line: boolean): fc.Arbitrary<string> => {
    const word = trivialWord(line);
    const redirection = fc.oneof(
      fc.constantFrom("2>&1", ">&2", "> out", "2>>err", "< in", ">'a b'"),
      word.map((target) => `> ${target}`),
    );
    return fc
      .tuple(
        fc.array(
          word.map((value) => `A=${value}`),
          { maxLength: 1 },
        ),
        fc.constantFrom("git", "rm", "'ls'", "[", "\\cat"),
        fc.array(fc.oneof({ weight: 4, arbitrary: word }, redirection), { maxLength: 3 }),
        fc.constantFrom("", " \\\n b", " # c; d"),
      )
      .map(([assignments, name, rest, tail]) => {
        const text = [...assignments, name, ...rest].join(" ") + (name === "[" ? " ]" : "");
        return line || tail.includes("#") ? text : text + tail;
      });
  };
  const chain = fc
    .array(
      fc.tuple(command(false), fc.constantFrom(" && ", " || ", " | ", "; ", " & ", "\n", " &&\n", "\n\n# note\n")),
      { minLength: 1, maxLength: 4 },
    )
    .map((list) => list.map(([text, operator], index) => text + (index < list.length - 1 ? operator : "")).join(""));
  const document = fc
    .tuple(
      command(true),
      fc.boolean(),
      fc.array(fc.constantFrom("a $x b", "it's", "EOFx", " EOF", "", "#"), { maxLength: 3 }),
      fc.constantFrom("", " && ls", " | cat"),
    )
    .map(
      ([text, quoted, lines, rest]) =>
        `${text} <<${quoted ? "'EOF'" : "EOF"}${rest}\n${lines.map((line) => `${line}\n`).join("")}EOF`,
    );
  return fc.oneof(
    { weight: 4, arbitrary: chain },
    document,
    fc.tuple(document, chain).map((parts) => parts.join("\n")),
  );
})();
