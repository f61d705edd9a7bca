import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { diffTables } from "../../compiler/analysis/diff.ts";
import { compilePolicy } from "../../compiler/index.ts";
import { formatPolicy } from "../../compiler/format.ts";
import { parsePolicy } from "../../compiler/parse.ts";
import { mistakes } from "./mistakes.ts";

/** The canonical form of a policy without errors. */
function formatted(text: string): string {
  const result = formatPolicy(text, "a.gate");
  expect(result.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  if (result.text === null) throw new Error("not formatted");
  return result.text;
}

const lines = (...all: string[]) => all.map((line) => `${line}\n`).join("");

describe("a rule", () => {
  test.each([
    ["deny   git\tpush   *   with   -f|--force", "deny git push * with -f|--force"],
    ['final  deny rm *   because   "no"', 'final deny rm * because "no"'],
    ["allow git { status , {log,  diff}  --stat }  *", "allow git {status,{log,diff} --stat} *"],
    [`allow "C:/Program  Files/x"   a\\  b  '  '`, `allow "C:/Program  Files/x" a\\  b '  '`],
    ["allow find . -exec rm {  } +", "allow find . -exec rm { } +"],
    ["allow **", "allow **"],
    ["ask @deletes  without  -v", "ask @deletes without -v"],
    ["deny", "deny"],
  ])("%j becomes %j", (written, canonical) => {
    const policy = (rule: string) => lines("group deletes:", "  rm *", "", "bash:", "  ask", `  ${rule}`);
    expect(formatted(policy(written))).toBe(policy(canonical));
  });

  test("keeps a blank at its end that is escaped", () => {
    expect(formatted("bash:\n ask\n deny a\\ ")).toBe("bash:\n  ask\n  deny a\\ \n");
    expect(formatted("bash:\n ask\n deny a\\    # why")).toBe(`bash:\n  ask\n  deny a\\ ${" ".repeat(25)}# why\n`);
  });

  test("on the line of its surface stays there alone, and moves below it with others", () => {
    expect(formatted("skill:   ask\nmcp: deny  *   # all\n  allow x:*\n")).toBe(
      lines("skill: ask", "", "mcp:", `  deny *${" ".repeat(27)}# all`, "  allow x:*"),
    );
  });
});

describe("statements", () => {
  test("stand apart where one of them has a block, and else as they stood", () => {
    const text = lines(
      "include preset:secrets",
      "",
      "",
      "include preset:read-only",
      "default :  ask",
      "bash:",
      "ask",
      "skill: ask",
      "mcp: ask",
    );
    expect(formatted(text)).toBe(
      lines(
        "include preset:secrets",
        "",
        "include preset:read-only",
        "default: ask",
        "",
        "bash:",
        "  ask",
        "",
        "skill: ask",
        "mcp: ask",
      ),
    );
  });

  test("of every kind have one form", () => {
    const text = lines(
      "shellTools :",
      'exec:   commandArgument=cmd    workdirArgument="the dir"',
      "group   a.b :",
      "rm *   with -f",
      'read  for  agent   "code review" :',
      "allow",
      "deny   x/",
      "never   allow   bash :   rm   *   with -f   because 'no'",
      "test   'x'   as agent   y   in   \"/srv\" :",
      "allow   read :   a   b   ",
    );
    expect(formatted(text)).toBe(
      lines(
        "shellTools:",
        '  exec: commandArgument=cmd workdirArgument="the dir"',
        "",
        "group a.b:",
        "  rm * with -f",
        "",
        'read for agent "code review":',
        "  allow",
        "  deny x/",
        "",
        "never allow bash: rm * with -f because 'no'",
        "",
        "test 'x' in \"/srv\" as agent y:",
        "  allow read: a   b",
      ),
    );
  });

  test("keep one blank line between the rules of a block, and none at its ends", () => {
    expect(formatted("bash:\n\n\n  ask\n\n\n  allow ls\n\n\n")).toBe("bash:\n  ask\n\n  allow ls\n");
  });
});

describe("comments", () => {
  test("follow at a column of their own, or two blanks after what is longer", () => {
    const long = "deny {npm,pnpm,yarn,cargo} publish *";
    expect(formatted(`bash: # commands\n  ask # all\n  ${long} # people do\n`)).toBe(
      lines(`bash:${" ".repeat(30)}# commands`, `  ask${" ".repeat(30)}# all`, `  ${long}  # people do`),
    );
  });

  test("on lines of their own go with the line below them", () => {
    const text = lines(
      "#!/head",
      "",
      "# about bash",
      "bash:",
      "# about ls",
      "allow ls",
      "    # about rm",
      "deny rm",
      "",
      "# about skills",
      "skill: ask",
    );
    expect(formatted(text)).toBe(
      lines(
        "#!/head",
        "",
        "# about bash",
        "bash:",
        "  # about ls",
        "  allow ls",
        "  # about rm",
        "  deny rm",
        "",
        "# about skills",
        "skill: ask",
      ),
    );
  });

  test("at the end of a block belong to it where they are indented", () => {
    const text = lines("bash:", " allow ls", " # more to come", "# the next part", "skill: ask", "# the end");
    expect(formatted(text)).toBe(
      lines("bash:", "  allow ls", "  # more to come", "", "# the next part", "skill: ask", "# the end"),
    );
  });

  test("alone are a file", () => {
    expect(formatted("   # words  \n\n\n")).toBe("# words\n");
    expect(formatted("")).toBe("");
  });
});

describe("tests", () => {
  test("keep what they expect, with the rule that has to decide below it", () => {
    const text = lines(
      'test "a":',
      "deny   bash:  echo  'a  b' # in the command  ",
      "by   path :  final   deny   x",
      "ask ls:",
      "# why",
      "by   default",
    );
    expect(formatted(text)).toBe(
      lines(
        'test "a":',
        "  deny bash: echo  'a  b' # in the command",
        "    by path: final deny x",
        "  ask ls:",
        "    # why",
        "    by default",
      ),
    );
  });

  test("keep a command between fences as the command that it is", () => {
    const text = 'test "a":\ndeny bash: ```\n\tcat <<EOF\n\t  x  \n\n\tEOF\n\t```\ndeny bash: ```\n```\n';
    const canonical = formatted(text);
    expect(canonical).toBe(
      lines(
        'test "a":',
        "  deny bash: ```",
        "    cat <<EOF",
        "      x  ",
        "",
        "    EOF",
        "    ```",
        "  deny bash: ```",
        "    ```",
      ),
    );
    expect(parsePolicy(canonical, "a").tree.statements).toMatchObject([
      { expectations: [{ rest: { text: "cat <<EOF\n  x  \n\nEOF" } }, { rest: { text: "" } }] },
    ]);
  });
});

describe("lines", () => {
  test("end as the first one does", () => {
    expect(formatted("bash:\r\n ask\n allow ls")).toBe("bash:\r\n  ask\r\n  allow ls\r\n");
    expect(formatted("bash:\n ask\r\n allow ls")).toBe("bash:\n  ask\n  allow ls\n");
  });

  test("come without a byte order mark", () => {
    expect(formatted("\uFEFFdefault:   ask\n")).toBe("default: ask\n");
  });
});

describe("a file with errors", () => {
  test("is left alone, and says what is wrong", () => {
    const { text, diagnostics } = formatPolicy("bash:\n  alow ls\n", "a.gate");
    expect(text).toBeNull();
    expect(diagnostics).toMatchObject([{ code: "unknown-action", line: 2 }]);
  });

  const texts = mistakes.flatMap(({ sources }) => sources.map(({ text }) => text));

  test("of any kind is left alone, and every other one is formatted", () => {
    for (const text of texts) {
      const isWrong = parsePolicy(text, "a").diagnostics.some(({ severity }) => severity === "error");
      expect(formatPolicy(text, "a").text === null).toBe(isWrong);
    }
  });
});

// ---- Properties -------------------------------------------------------------------------------------------------------

const blanks = fc.constantFrom(" ", " ", "  ", "\t", " \t ");
/** A line of words between which any blanks stand. */
const spaced = (...words: (string | fc.Arbitrary<string>)[]) =>
  fc
    .tuple(
      fc.constantFrom("", " ", "  ", "\t"),
      ...words.flatMap((word) => [typeof word === "string" ? fc.constant(word) : word, blanks]),
    )
    .map((parts) => parts.slice(0, -1).join(""));
const comment = fc.constantFrom("# words", "#", "#!x  ", '# {a, b} "');
const withComment = (line: fc.Arbitrary<string>) =>
  fc
    .tuple(line, fc.option(fc.tuple(blanks, comment)))
    .map(([one, trail]) => (trail === null ? one : one + trail.join("")));

const pattern = fc.constantFrom(
  "git *",
  "git  push *",
  "{ a , b c }",
  '"a  b" *',
  "x\\ ",
  "'#' y",
  "*",
  '{a,{b,""}c}d',
  "a{b",
  "{ }",
  "date +%d,%m",
  "rm ?",
);
const flags = fc.constantFrom("with -f|--force", "without -x", "with  -a  with -b");
const rule = withComment(
  fc.oneof(
    spaced(fc.constantFrom("allow", "ask", "deny", "final deny")),
    spaced(fc.constantFrom("allow", "ask", "deny", "final  ask"), pattern),
    spaced(fc.constantFrom("allow", "deny"), pattern, flags),
    spaced("deny", pattern, flags, "because", fc.constantFrom('"a  b"', "'c # d'")),
    spaced("allow", "@g"),
  ),
);
const filler = fc.constantFrom("", "", "   ", "# alone", "  # indented", "\t# tab");
const blockOf = (head: fc.Arbitrary<string>, line: fc.Arbitrary<string>) =>
  fc
    .tuple(withComment(head), fc.array(fc.oneof({ weight: 3, arbitrary: line }, filler), { maxLength: 5 }))
    .map(([first, rest]) => [first, ...rest]);
const expectation = fc.oneof(
  spaced(fc.constantFrom("allow", "deny"), "bash:", fc.constantFrom("git  push # x", "ls", "")),
  fc.constantFrom(
    "deny bash: ```\n   a\n     b\n\n  ```",
    "\task bash: ```\n```",
    'deny exec: {"cmd":  "x"}',
    "ask ls:\n by   default",
    "deny bash: x\n# why\n\tby bash: deny   x  with -f",
  ),
);
const statement = fc
  .oneof(
    withComment(spaced("skill:", rule)),
    blockOf(fc.constantFrom("bash:", "bash :", "bash for  agent r:", "bash: ask"), rule),
    blockOf(
      fc.constant("path:"),
      withComment(
        spaced(
          fc.constantFrom("allow", "deny"),
          fc.constantFrom("read", "write", "deny"),
          fc.constantFrom("~/.ssh/", "{a , b}/", "*.env"),
        ),
      ),
    ),
    blockOf(fc.constantFrom('test "a":', "test 'b'  in \"/x\" :"), expectation),
    blockOf(fc.constant("shellTools:"), fc.constant("")),
    fc.constantFrom("never  allow bash:  rm *", "include  preset:secrets").map((line) => [line]),
    filler.map((line) => [line]),
  )
  .map((one) => (typeof one === "string" ? [one] : one));
const policy = fc
  .tuple(fc.array(statement, { maxLength: 8 }), fc.constantFrom("\n", "\n", "\r\n"))
  .map(
    ([statements, ending]) =>
      `group g:${ending}  git *${ending}${statements.flat().join("\n").replaceAll("\n", ending)}`,
  );

describe("whatever the policy", () => {
  const check = (property: (text: string) => void, numRuns: number) => {
    fc.assert(
      fc.property(policy, (text) => {
        fc.pre(formatPolicy(text, "a").text !== null);
        property(text);
      }),
      { seed: 11, numRuns },
    );
  };

  test("formatting it again changes nothing", () => {
    check((text) => expect(formatted(formatted(text))).toBe(formatted(text)), 600);
  });

  test("its comments stay", () => {
    const comments = (text: string) =>
      parsePolicy(text, "a")
        .tree.comments.map((one) => one.text.trimEnd())
        .toSorted();
    check((text) => expect(comments(formatted(text))).toEqual(comments(text)), 300);
  });

  test("its table stays, but for the places of rules", () => {
    const content = (text: string) => {
      const { data, policy: loaded } = compilePolicy([{ file: "a", text }]);
      const rules = data?.rules.map(({ line: _line, column: _column, text: _text, ...rest }) => rest);
      const tests = loaded?.tests.map(({ line: _line, expectations, ...rest }) => ({
        ...rest,
        expectations: expectations.map(({ line: _at, column: _column, by, ...one }) => ({
          ...one,
          by: by && [by.surface, by.rule],
        })),
      }));
      return { rules, tests, lists: data?.lists, automata: data?.automata, layers: data?.layers };
    };
    check((text) => expect(content(formatted(text))).toEqual(content(text)), 40);
  });

  test("a comparison of all calls finds no difference", async () => {
    const samples = fc.sample(policy, { seed: 12, numRuns: 12 });
    for (const text of samples) {
      const before = compilePolicy([{ file: "a", text }]).data;
      const after = compilePolicy([{ file: "a", text: formatPolicy(text, "a").text ?? "" }]).data;
      if (before === null || after === null) continue;
      expect((await diffTables(before, after)).equal).toBe(true);
    }
  });
});
