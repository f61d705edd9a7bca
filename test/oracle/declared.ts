/**
 * How bash itself reads a program: bash prints the body of a function from its own parse tree. Reading what it prints
 * must give what reading the program gave, but for a few things that bash writes in another way.
 */
import { spawnSync } from "node:child_process";
import type {
  Arithmetic,
  Command,
  Compound,
  CompoundBody,
  Pipeline,
  Redirection,
  Script,
  Statement,
  Word,
  WordPart,
} from "../../src/shell/syntax.ts";

/** Defines each text as the body of a function, and prints it; nothing is run. */
const PRINTER = `
PATH=
while IFS= read -r -d '' text; do
  unset -f __body
  if eval "__body() {
$text
}" 2>/dev/null; then declare -f __body; fi
  printf '\\0'
done`;

/**
 * What bash prints for each program, or null for one that it rejects. The programs must be balanced: one that closes
 * the brace around it would be run.
 */
export function declaredByBash(programs: readonly string[]): (string | null)[] {
  const printed: (string | null)[] = [];
  while (printed.length < programs.length) {
    const rest = programs.slice(printed.length);
    const run = spawnSync("bash", ["--norc", "--noprofile", "-c", PRINTER], {
      input: rest.map((program) => `${program}\0`).join(""),
      env: { LC_ALL: "C.UTF-8", PATH: process.env["PATH"] },
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
    if (run.error !== undefined && !("code" in run.error && run.error.code === "EPIPE")) throw run.error;
    for (const one of run.stdout.split("\0").slice(0, -1)) printed.push(one.trim() === "" ? null : one);
    // Some errors make bash give up altogether.
    if (printed.length < programs.length) printed.push(null);
  }
  return printed;
}

/** Which of the texts `bash -n` accepts. */
export function acceptedByBash(programs: readonly string[]): boolean[] {
  return programs.map((program) => {
    const run = spawnSync("bash", ["--norc", "--noprofile", "-n"], { input: program, env: { LC_ALL: "C.UTF-8" } });
    if (run.error !== undefined) throw run.error;
    return run.status === 0;
  });
}

/** The body of the function that {@link declaredByBash} printed, as it was read. */
export function bodyOf(script: Script): Script {
  const declared = script.statements[0]?.pipelines[0]?.pipeline.stages[0];
  if (declared?.kind !== "function" || declared.body.kind !== "compound" || declared.body.body.kind !== "group") {
    throw new Error("bash printed no function");
  }
  return { source: script.source, statements: declared.body.body.statements };
}

/** A program in the form in which bash prints it. */
export function asPrinted(script: Script): Script {
  return { source: script.source, statements: script.statements.map(statement) };
}

function statement(node: Statement): Statement {
  return { ...node, pipelines: node.pipelines.map((entry) => ({ ...entry, pipeline: pipeline(entry.pipeline) })) };
}

function pipeline(node: Pipeline): Pipeline {
  return { ...node, stages: node.stages.map(command) };
}

function command(node: Command): Command {
  switch (node.kind) {
    case "simple":
      return {
        ...node,
        assignments: node.assignments.map((assignment) => ({
          ...assignment,
          value:
            assignment.value === null
              ? null
              : "parts" in assignment.value
                ? word(assignment.value)
                : assignment.value.map(word),
        })),
        words: node.words.map(word),
        redirections: redirections(node.redirections),
      };
    case "compound":
      return compound(node);
    case "function":
      return { ...node, body: grouped(command(node.body)) };
    case "coprocess": {
      const inner = command(node.body);
      // bash prints a name where there was none, and then reads it as a word of a simple command.
      if (inner.kind === "simple") {
        const [first, ...rest] = inner.words;
        const named = first !== undefined && node.name === null && text(first) === "COPROC";
        return { ...node, name: null, body: named ? { ...inner, words: rest } : inner };
      }
      return { ...node, name: node.name ?? "COPROC", body: inner };
    }
    case "unread":
      return node;
  }
}

/** bash prints the body of every function as a group. */
function grouped(node: Command): Command {
  if (node.kind !== "compound" || node.body.kind === "group") return node;
  const inner: Statement = {
    span: node.span,
    background: false,
    pipelines: [
      {
        operator: null,
        pipeline: { span: node.span, negated: false, timed: false, stages: [{ ...node, redirections: [] }] },
      },
    ],
  };
  return { ...node, body: { kind: "group", statements: [inner] } };
}

function compound(node: Compound): Compound {
  return { ...node, body: body(node.body), redirections: redirections(node.redirections) };
}

function body(node: CompoundBody): CompoundBody {
  switch (node.kind) {
    case "subshell":
    case "group":
      return { ...node, statements: node.statements.map(statement) };
    case "if": {
      const [first, ...others] = node.branches.map((branch) => ({
        condition: branch.condition.map(statement),
        body: branch.body.map(statement),
      }));
      const otherwise = node.otherwise?.map(statement) ?? null;
      if (others.length === 0) return { ...node, branches: [first!], otherwise };
      // `elif` is printed as an `if` inside of `else`.
      const inner = body({ kind: "if", branches: node.branches.slice(1), otherwise: node.otherwise });
      const span = { start: 0, end: 0 };
      const stage: Compound = { kind: "compound", span, body: inner, redirections: [] };
      const nested: Statement = {
        span,
        background: false,
        pipelines: [{ operator: null, pipeline: { span, negated: false, timed: false, stages: [stage] } }],
      };
      return { kind: "if", branches: [first!], otherwise: [nested] };
    }
    case "while":
      return { ...node, condition: node.condition.map(statement), body: node.body.map(statement) };
    case "for":
    case "select": {
      const all: WordPart = {
        kind: "parameter",
        span: { start: 0, end: 0 },
        quoted: true,
        name: "@",
        subscript: null,
        indirect: false,
        length: false,
        operation: null,
      };
      const list = node.list ?? [{ span: all.span, parts: [all] }];
      return { ...node, list: list.map(word), body: node.body.map(statement) };
    }
    case "arithmetic-for":
      return { ...node, expressions: node.expressions.map(arithmetic), body: node.body.map(statement) };
    case "case":
      return {
        ...node,
        subject: word(node.subject),
        items: node.items.map((item) => ({
          ...item,
          patterns: item.patterns.map(word),
          body: item.body.map(statement),
        })),
      };
    case "test":
      return {
        ...node,
        operands: node.operands.map((operand) => ({ operator: operand.operator ?? "-n", word: word(operand.word) })),
      };
    case "arithmetic":
      return { ...node, expression: arithmetic(node.expression) };
  }
}

function arithmetic(node: Arithmetic): Arithmetic {
  return { ...node, parts: node.parts.map(part) };
}

/** Without `2>&1`, which bash prints for `|&`; with `>&-` for `<&-`; without the descriptor that an operator implies. */
function redirections(nodes: readonly Redirection[]): Redirection[] {
  return nodes.flatMap((node): Redirection[] => {
    if (node.kind !== "file") return [{ ...node, body: word(node.body) }];
    const target = word(node.target);
    const implied = node.operator.startsWith("<") ? 0 : 1;
    if (text(target) === "-" && node.operator.endsWith("&")) {
      return [{ ...node, operator: ">&", descriptor: node.descriptor ?? implied, target }];
    }
    if (node.operator === ">&" && node.descriptor === 2 && text(target) === "1") return [];
    return [{ ...node, target, descriptor: node.descriptor === implied ? null : node.descriptor }];
  });
}

/** bash reads substitutions as it reads the program, and prints them from what it read. */
function word(node: Word): Word {
  return { span: node.span, parts: node.parts.map(part) };
}

function part(node: WordPart): WordPart {
  switch (node.kind) {
    case "command-substitution":
    case "process-substitution":
      return { ...node, script: asPrinted(node.script) };
    case "parameter":
      return node.operation === null
        ? node
        : { ...node, operation: { ...node.operation, operands: node.operation.operands.map(word) } };
    case "arithmetic":
      return { ...node, expression: arithmetic(node.expression) };
    case "extended-glob":
      return { ...node, parts: node.parts.map(part) };
    case "literal":
    case "unread":
      return node;
  }
}

function text(node: Word): string {
  return node.parts.map((inner) => (inner.kind === "literal" ? inner.text : "\0")).join("");
}
