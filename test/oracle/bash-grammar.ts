/** Random bash programs with every construct, nested, quoted and disguised. */
import fc from "fast-check";
import { printProgram } from "./bash-print.ts";
import type {
  Assignment,
  Command,
  Compound,
  Expression,
  Item,
  Pipeline,
  Program,
  Redirection,
  Segment,
  Word,
} from "./bash-tree.ts";
import { disguised, oddText, PUNCTUATION, SPELLING, type Vocabulary, VOCABULARY } from "./bash-vocabulary.ts";

/** The text of a random program. Nearly all are programs to bash; see the tests for how many are not. */
export function bashProgram(vocabulary: Vocabulary = VOCABULARY, maxDepth = 4): fc.Arbitrary<string> {
  return grammar(vocabulary, maxDepth).program.map(printProgram);
}

interface Rules {
  program: Program;
  item: Item;
  pipeline: Pipeline;
  command: Command;
  simple: Command;
  compound: Compound;
  word: Word;
  name: Word;
  segment: Segment;
  inner: Segment;
  assignment: Assignment;
  redirection: Redirection;
  expression: Expression;
}

function grammar(vocabulary: Vocabulary, maxDepth: number): fc.LetrecValue<Rules> {
  const text = fc.constantFrom(...vocabulary.words);
  const odd = oddText(text);
  const variable = fc.constantFrom(...vocabulary.variables);
  const gaps = fc.array(
    fc.oneof({ weight: 6, arbitrary: fc.constant(" ") }, fc.constantFrom("  ", "\t", " \\\n ", " \\\n\\\n")),
    { minLength: 1, maxLength: 4 },
  );

  return fc.letrec<Rules>((tie: fc.LetrecTypedTie<Rules>) => {
    const deep = <T>(leaf: fc.Arbitrary<T>, ...others: fc.Arbitrary<T>[]): fc.Arbitrary<T> =>
      fc.oneof(
        { maxDepth, depthIdentifier: "bash" },
        { weight: 8, arbitrary: leaf },
        ...others.map((arbitrary) => ({ weight: 1, arbitrary })),
      );
    /** Mostly nothing, sometimes one or two. */
    const few = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
      fc.oneof({ weight: 4, arbitrary: fc.constant<T[]>([]) }, fc.array(arbitrary, { minLength: 1, maxLength: 2 }));
    const program = tie("program");
    const word = tie("word");
    const words = fc.array(word, { minLength: 0, maxLength: 3 });

    const substitution: fc.Arbitrary<Segment> = fc.record({
      kind: fc.constant("substitution" as const),
      program,
      backticks: fc.boolean(),
    });
    const process: fc.Arbitrary<Segment> = fc.record({
      kind: fc.constant("process" as const),
      direction: fc.constantFrom("<" as const, ">" as const),
      program,
    });
    const expansion: fc.Arbitrary<Segment> = fc.oneof(
      fc.record({
        kind: fc.constant("expansion" as const),
        name: variable,
        operator: fc.constantFrom(":-", "-", ":+", "+", "#", "##", "%", "%%", "^^", ",,", ":="),
        words: fc.tuple(fc.array(tie("inner"), { minLength: 1, maxLength: 2 })),
      }),
      fc.record({
        kind: fc.constant("expansion" as const),
        name: variable,
        operator: fc.constantFrom("/", "//", "/#", "/%"),
        words: fc.tuple(
          fc.array(tie("inner"), { minLength: 1, maxLength: 1 }),
          fc.array(tie("inner"), { minLength: 1, maxLength: 2 }),
        ),
      }),
    );
    const simpleVariable: fc.Arbitrary<Segment> = fc.record({
      kind: fc.constant("variable" as const),
      name: fc.oneof({ weight: 4, arbitrary: variable }, fc.constantFrom("1", "@", "#", "?", "$")),
      braced: fc.boolean(),
    });
    const arithmetic: fc.Arbitrary<Segment> = fc.record({
      kind: fc.constant("arithmetic" as const),
      expression: tie("expression"),
      legacy: fc.boolean(),
    });

    /** What may stand in double quotes, here-documents and the words of expansions alike. */
    const inner: fc.Arbitrary<Segment> = deep<Segment>(
      text.map((value): Segment => ({ kind: "plain", text: value.replaceAll("/", "_") })),
      simpleVariable,
      substitution,
      arithmetic,
      expansion,
    );

    const segment: fc.Arbitrary<Segment> = deep<Segment>(
      text.map((value): Segment => ({ kind: "plain", text: value })),
      odd.map((value): Segment => ({ kind: "single", text: value })),
      fc.record({
        kind: fc.constant("double" as const),
        segments: fc.array(
          fc.oneof(
            tie("inner"),
            odd.map((value): Segment => ({ kind: "plain", text: value })),
          ),
          { maxLength: 3 },
        ),
        locale: fc.boolean(),
      }),
      fc.record({ kind: fc.constant("ansi" as const), text, spelling: SPELLING }),
      fc.constantFrom(...PUNCTUATION).map((value): Segment => ({ kind: "escaped", text: value })),
      fc
        .constantFrom("*", "?", "*.txt", "[ab]", "[!a-c]", "~")
        .map((value): Segment => ({ kind: "plain", text: value })),
      fc.record({ kind: fc.constant("braces" as const), options: fc.array(word, { minLength: 2, maxLength: 3 }) }),
      fc.record({ kind: fc.constant("range" as const), from: fc.nat(3), to: fc.nat(3) }),
      fc.record({ kind: fc.constant("length" as const), name: variable }),
      simpleVariable,
      expansion,
      substitution,
      arithmetic,
    );

    const file = fc.constantFrom(...vocabulary.files).map((value): Word => [{ kind: "plain", text: value }]);
    const redirection: fc.Arbitrary<Redirection> = deep<Redirection>(
      fc.record({
        kind: fc.constant("file" as const),
        descriptor: fc.constantFrom("", "", "", "2", "{fd}"),
        operator: fc.constantFrom(">", ">>", "<", ">|", "<>"),
        blank: fc.boolean(),
        target: fc.oneof({ weight: 3, arbitrary: file }, disguised(vocabulary.files)),
      }),
      fc.record({
        kind: fc.constant("file" as const),
        descriptor: fc.constant(""),
        operator: fc.constantFrom("&>", "&>>"),
        blank: fc.boolean(),
        target: file,
      }),
      fc.record({
        kind: fc.constant("duplicate" as const),
        text: fc.constantFrom("2>&1", ">&2", "<&0", "2>&-", "3<&-"),
      }),
      fc.record({ kind: fc.constant("string" as const), word }),
      fc.record({
        kind: fc.constant("document" as const),
        delimiter: fc.constantFrom("EOF", "E1", "_end"),
        quote: fc.constantFrom("" as const, "" as const, "'" as const, '"' as const, "\\" as const),
        strip: fc.boolean(),
        lines: fc.array(
          fc.array(
            fc.oneof(
              tie("inner"),
              odd.map((value): Segment => ({ kind: "plain", text: value })),
            ),
            { maxLength: 3 },
          ),
          { maxLength: 3 },
        ),
      }),
    );

    const assignment: fc.Arbitrary<Assignment> = fc.record({
      name: variable,
      append: fc.boolean(),
      value: fc.oneof({ weight: 4, arbitrary: word }, fc.record({ elements: words })),
    });

    const name = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.constantFrom(...vocabulary.commands).map((value): Word => [{ kind: "plain", text: value }]),
      },
      { weight: 2, arbitrary: disguised(vocabulary.commands) },
    );

    const simple: fc.Arbitrary<Command> = fc
      .record({
        kind: fc.constant("simple" as const),
        assignments: few(assignment),
        name,
        rest: fc.array(deep<Word>(word, fc.tuple(process)), { maxLength: 3 }),
        redirections: few(fc.record({ at: fc.nat(3), redirection: tie("redirection") })),
        gaps,
      })
      .map(({ name: first, rest, redirections, ...others }) => ({
        ...others,
        words: [first, ...rest],
        redirections: redirections.map(({ at, redirection: what }) => ({
          at: Math.min(at, rest.length + 1),
          redirection: what,
        })),
      }));

    const condition: fc.Arbitrary<readonly (Word | string)[]> = fc.oneof(
      fc.tuple(fc.constantFrom("-f", "-n", "-d", "! -e"), word),
      fc.tuple(word, fc.constantFrom("==", "!=", "<", "-nt"), word),
      fc.tuple(word, fc.constantFrom("&&", "||"), fc.constant("("), word, fc.constant("=="), word, fc.constant(")")),
    );

    const compound: fc.Arbitrary<Compound> = fc.oneof(
      fc.record({ kind: fc.constantFrom("subshell" as const, "group" as const), program }),
      fc.record({
        kind: fc.constant("if" as const),
        branches: fc.array(fc.record({ condition: program, body: program }), { minLength: 1, maxLength: 2 }),
        otherwise: fc.option(program),
      }),
      fc.record({ kind: fc.constant("while" as const), until: fc.boolean(), condition: program, body: program }),
      fc.record({
        kind: fc.constant("for" as const),
        variable,
        words: fc.option(words),
        braces: fc.boolean(),
        body: program,
      }),
      fc.record({ kind: fc.constant("count" as const), limit: fc.nat(2), body: program }),
      fc.record({
        kind: fc.constant("case" as const),
        subject: word,
        items: fc.array(
          fc.record({
            patterns: fc.array(word, { minLength: 1, maxLength: 2 }),
            open: fc.boolean(),
            body: program,
            terminator: fc.constantFrom(";;", ";;", ";&", ";;&"),
          }),
          { maxLength: 2 },
        ),
      }),
      fc.record({ kind: fc.constant("test" as const), words: condition }),
      fc.record({ kind: fc.constant("arithmetic" as const), expression: tie("expression") }),
    );

    const command = deep<Command>(
      tie("simple"),
      fc.record({
        kind: fc.constant("compound" as const),
        body: compound,
        redirections: few(tie("redirection")),
      }),
      fc.record({
        kind: fc.constant("declare" as const),
        builtin: fc.constantFrom("export", "declare", "readonly", "typeset"),
        assignments: fc.array(assignment, { minLength: 1, maxLength: 2 }),
      }),
      fc.record({
        kind: fc.constant("function" as const),
        name: fc.constantFrom(...vocabulary.functions),
        form: fc.constantFrom("f()" as const, "function f" as const, "function f()" as const),
        body: compound,
        call: words,
      }),
      fc.record({ kind: fc.constant("coprocess" as const), name: fc.constantFrom("", "CO"), body: compound }),
    );

    return {
      program: fc.oneof(
        { weight: 3, arbitrary: fc.tuple(tie("item")) },
        fc.array(tie("item"), { minLength: 2, maxLength: 3 }),
      ),
      item: fc.record({
        pipelines: fc.oneof(
          { weight: 4, arbitrary: fc.tuple(tie("pipeline")) },
          fc.array(tie("pipeline"), { minLength: 2, maxLength: 2 }),
        ),
        operators: fc.array(fc.constantFrom("&&", "||", "&&\n"), { minLength: 1, maxLength: 1 }),
        end: fc.oneof(
          { weight: 4, arbitrary: fc.constant(";") },
          fc.constantFrom("\n", "&", "  # a comment; rm\n", "\n\n"),
        ),
      }),
      pipeline: fc.record({
        prefix: fc.oneof(
          { weight: 8, arbitrary: fc.constant("") },
          fc.constantFrom("! ", "time ", "time -p ", "! time "),
        ),
        stages: fc.oneof(
          { weight: 4, arbitrary: fc.tuple(tie("command")) },
          fc.array(tie("command"), { minLength: 2, maxLength: 2 }),
        ),
        operators: fc.array(fc.constantFrom("|", "|", "|&", "|\n"), { minLength: 1, maxLength: 1 }),
      }),
      command,
      simple,
      compound,
      word: fc.oneof(
        { weight: 4, arbitrary: fc.array(segment, { minLength: 1, maxLength: 1 }) },
        fc.array(segment, { minLength: 2, maxLength: 3 }),
      ),
      name,
      segment,
      inner,
      assignment,
      redirection,
      expression: fc.record({
        operands: fc.array(
          deep<Segment>(
            fc.oneof(
              fc.nat(99).map((value): Segment => ({ kind: "plain", text: String(value) })),
              variable.map((value): Segment => ({ kind: "plain", text: value })),
            ),
            simpleVariable,
            substitution,
          ),
          { minLength: 1, maxLength: 3 },
        ),
        operators: fc.array(fc.constantFrom("+", "-", "*", "<", "==", ","), { minLength: 2, maxLength: 2 }),
      }),
    };
  });
}
