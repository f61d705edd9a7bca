import { describe, expect, it } from "vitest";
import { canonicalScript } from "../../../../src/shell/front-end/canonical.ts";
import { readWithUnbash } from "../../../../src/shell/front-end/unbash.ts";
import { simpleCommands } from "./simple-commands.ts";

describe("what unbash gets wrong", () => {
  it.each([
    ["an argument that is a keyword", "echo $(echo case)"],
    ["an operator that a line continuation splits", "a &\\\n& b"],
    ["a name that a line continuation splits", "echo $a\\\nb ${a\\\n}"],
    ["a `$` that a line continuation splits", "echo $\\\nHOME"],
    ["a slash in a substitution in a replacement", "echo ${a/$(b /c)/d}"],
    ["a brace before the slash of a replacement", "echo ${a/b{/c}/d}"],
    ["single quotes in arithmetic, which quote nothing", "echo $(( '$(rm x)' ))"],
    ["single quotes in a subscript", "a['$(rm x)']=1"],
    ["single quotes in an offset", "echo ${a:'$(rm x)'}"],
    ["quotes in the key of an element", "a=(['$(rm x)']=1)"],
    ["escapes in a subscript", "a=([\\$(rm x)]=1)"],
    ["single quotes in a here-document's expansion", "cat <<E\n${a:-'$(rm x)'}\nE"],
    ["a word that goes on behind a process substitution", "ls <(a)# && b"],
    ["a number behind a process substitution", "a <(b)2>&1"],
    ["a redirection that ends with a dash", "a >&-b"],
    ["a number that belongs to the next redirection", "a > 2>b"],
    ["brackets that open nothing", "a(b"],
    ["assignments before a function", "A=$(x) f() { a; }"],
    ["two brackets over several lines", "((a)\nb)"],
    ["a substitution of newer versions", "echo ${ rm x; }"],
    ["a pattern that may be a subshell", "shopt -s extglob\n!(rm x)"],
    ["a pattern that may end a substitution", "ls >(! time case .env in \\) | push) rm x ;; esac; rm y)"],
    ["the same of a command substitution", "ls $(! time -p coproc case a in (a) rm x ;; esac)"],
    ["a group behind a `time` that bash prints in front", "cat <(! time { rm x; })"],
    ["a here-document's quote that does not end", 'cat <<"E\na\nE'],
    ["an operand that is an operator", "[[ a && & ]]"],
  ])("%s is a fault", (_, command) => {
    expect(readWithUnbash(command).faults).not.toEqual([]);
  });

  it.each([
    ["a word with a process substitution in it", "echo a<(b)c", "echo a<(b;)c;"],
    ["line continuations in backticks", "echo `'r\\\nm' # a\\\nb\nc`", "echo $('rm'; c;);"],
    ["variables in arithmetic", "echo $(($a + 1 ? $b : c))", 'echo $(("${a} "${b} "${c}));'],
    ["escapes by code", "echo $'\\x{72}m'", "echo 'rm';"],
  ])("%s is put right", (_, command, reads) => {
    const { script, faults } = readWithUnbash(command);
    expect(faults).toEqual([]);
    expect(canonicalScript(script)).toBe(reads);
  });
});

describe("a substitution with a `time`", () => {
  it.each([
    "cat <(! time a | case a in (a) b ;; esac)",
    "cat <(c; ! time case a in a) b ;; esac)",
    "cat <(case ')' in \\)) a ;; esac)",
    "! time case a in a) b ;; esac",
    "echo `! time { a; }`",
  ])("is read where bash reads it twice alike: `%s`", (command) => {
    expect(readWithUnbash(command).faults).toEqual([]);
  });
});

describe("a substitution with a here-document", () => {
  it.each([
    "echo $(cat <<E\na\nE\n)",
    "git commit -m \"$(cat <<'E'\na\nE\n)\"",
    "echo $(b; cat <<E | c\na\nE\n)",
    "echo `cat <<E\na\nE\nb; c`",
  ])("is read where nothing follows it: `%s`", (command) => {
    expect(readWithUnbash(command).faults).toEqual([]);
  });

  it.each([
    "echo $(cat <<E\na\nE\ngit; push)",
    "echo $(cat <<E; git; push\na\nE\n)",
    "cat <({ cat <<E\na\nE\ngit; }; push)",
  ])("is a fault where bash may join the commands after it: `%s`", (command) => {
    expect(readWithUnbash(command).faults).toMatchObject([
      { detail: "bash may join the commands after this here-document" },
    ]);
  });
});

describe("spans", () => {
  it("of words hold their quotes, and index the text", () => {
    const command = "A=1 git \"$x y\" 'z' >f; é😀 b";
    const { script } = readWithUnbash(command);
    const words = simpleCommands({ script, faults: [] })
      .flatMap((simple) => simple.words)
      .map(({ span }) => command.slice(span.start, span.end));
    expect(words.toSorted()).toEqual(["git", '"$x y"', "'z'", "é😀", "b"].toSorted());
  });

  it("of a script in escaped backticks index its own text", () => {
    const { script } = readWithUnbash("echo `echo \\`rm x\\``");
    const inner = simpleCommands({ script, faults: [] }).find(
      ({ words }) => words.length === 2 && words[1]!.parts[0]!.kind === "literal",
    );
    // One level of escapes is taken out of the text, and the script inside of that stands in it.
    const text = "echo `rm x`";
    expect(inner!.words.map(({ span }) => text.slice(span.start, span.end))).toEqual(["rm", "x"]);
  });

  it("of parts lie in their word", () => {
    const { script } = readWithUnbash("a\"b$c\"d'e'$(f)${g:-h}\\i");
    const [word] = simpleCommands({ script, faults: [] }).find(({ words }) => words[0]!.parts.length > 2)!.words;
    let at = word!.span.start;
    for (const { span } of word!.parts) {
      expect(span.start).toBeGreaterThanOrEqual(at);
      at = span.end;
    }
    expect(at).toBeLessThanOrEqual(word!.span.end);
  });
});
