/**
 * A program written out in one canonical way, without spans: two front ends read a command alike exactly where this
 * gives the same text for both.
 *
 * Everything that decides what runs, with which words, where and under which condition is in it. What is left out runs
 * nothing and names nothing: how `[[ … ]]` groups its operands, arithmetic operators, and where in the source a node
 * stands. It is meant to be read, and the tables of expected readings in the tests are written in it:
 *
 * - literal text stands as it is where it is unquoted, and between `'` where it is quoted; `\` escapes what would be
 *   ambiguous;
 * - an extended glob is written as the literal text that it is;
 * - `${X}`, `${X:-word}`, `$(script)`, `<(script)`, `$((${X}))` are expansions, with a `"` in front where they are quoted;
 * - an operand of `[[ … ]]` has its operator in front (`-f:file`);
 * - a simple command is `A=1 word word >file`, with its assignments first and its redirections last;
 * - a statement ends with `;` or `&`, and compound commands are `kind{…}`.
 */
import type {
  Arithmetic,
  Assignment,
  Command,
  CompoundBody,
  Redirection,
  Script,
  Statement,
  TestOperand,
  Word,
  WordPart,
} from "../syntax.ts";

export function canonicalScript(script: Script): string {
  return statements(script.statements);
}

function canonicalWord(word: Word): string {
  return word.parts.map(part).join("");
}

function statements(list: readonly Statement[]): string {
  return list.map(statement).join(" ");
}

function statement(node: Statement): string {
  const text = node.pipelines.map(({ operator, pipeline }) => {
    const before = (pipeline.negated ? "! " : "") + (pipeline.timed ? "time " : "");
    return (operator === null ? "" : ` ${operator} `) + before + pipeline.stages.map(command).join(" | ");
  });
  return text.join("") + (node.background ? " &" : ";");
}

function command(node: Command): string {
  switch (node.kind) {
    case "simple":
      return [
        ...node.assignments.map(assignment),
        ...node.words.map(argument),
        ...node.redirections.map(redirection),
      ].join(" ");
    case "compound":
      return [body(node.body), ...node.redirections.map(redirection)].join(" ");
    case "function":
      return `function ${node.name}{${command(node.body)}}`;
    case "coprocess":
      return `coproc ${node.name ?? ""}{${command(node.body)}}`;
    case "unread":
      return "unread{}";
  }
}

function body(node: CompoundBody): string {
  switch (node.kind) {
    case "subshell":
    case "group":
      return `${node.kind}{${statements(node.statements)}}`;
    case "if": {
      const branches = node.branches.map((branch) => `if{${statements(branch.condition)}}{${statements(branch.body)}}`);
      return branches.join("") + (node.otherwise === null ? "" : `else{${statements(node.otherwise)}}`);
    }
    case "while":
      return `${node.until ? "until" : "while"}{${statements(node.condition)}}{${statements(node.body)}}`;
    case "for":
    case "select": {
      const list = node.list === null ? "" : ` in ${node.list.map(canonicalWord).join(" ")}`;
      return `${node.kind} ${node.variable}${list}{${statements(node.body)}}`;
    }
    case "arithmetic-for":
      return `for((${node.expressions.map(arithmetic).join(" ")})){${statements(node.body)}}`;
    case "case": {
      const items = node.items.map(
        (item) => `${item.patterns.map(canonicalWord).join(" | ")}{${statements(item.body)}}${item.terminator}`,
      );
      return `case ${canonicalWord(node.subject)}{${items.join(" ")}}`;
    }
    case "test":
      return `test{${node.operands.map(operand).join(" ")}}`;
    case "arithmetic":
      return `((${arithmetic(node.expression)}))`;
  }
}

function operand({ operator, word }: TestOperand): string {
  return (operator === null ? "" : `${operator}:`) + canonicalWord(word);
}

/** A word of a command; one that bash reads as an assignment has a `:` in front. */
function argument(word: Word): string {
  return word.assignment === undefined ? canonicalWord(word) : `:${assignment(word.assignment)}`;
}

function assignment(node: Assignment): string {
  const target = node.name + (node.subscript === null ? "" : `[${canonicalWord(node.subscript)}]`);
  if (node.value === null) return target;
  const value = "parts" in node.value ? canonicalWord(node.value) : `(${node.value.map(canonicalWord).join(" ")})`;
  return `${target}${node.append ? "+=" : "="}${value}`;
}

function redirection(node: Redirection): string {
  const descriptor =
    node.descriptor === null ? "" : typeof node.descriptor === "number" ? node.descriptor : `{${node.descriptor}}`;
  switch (node.kind) {
    case "file":
      return `${descriptor}${node.operator}${canonicalWord(node.target)}`;
    case "here-document":
      return `${descriptor}<<${canonicalWord(node.body)}`;
    case "here-string":
      return `${descriptor}<<<${canonicalWord(node.body)}`;
  }
}

function arithmetic(node: Arithmetic): string {
  return node.parts.map(part).join(" ");
}

function part(node: WordPart): string {
  switch (node.kind) {
    case "literal":
      return node.quoted ? `'${escaped(node.text, /[\\'\n\t\r]/g)}'` : escaped(node.text, /[\\'"$;&|<>(){}\s]/g);
    case "parameter":
      return quotes(node.quoted) + parameter(node);
    case "command-substitution":
      return `${quotes(node.quoted)}$(${canonicalScript(node.script)})`;
    case "process-substitution":
      return `${node.direction}(${canonicalScript(node.script)})`;
    case "arithmetic":
      return `${quotes(node.quoted)}$((${arithmetic(node.expression)}))`;
    case "extended-glob":
      return `${node.operator}\\(${node.parts.map(part).join("")}\\)`;
    case "unread":
      return `${quotes(node.quoted)}$unread`;
  }
}

function quotes(quoted: boolean): string {
  return quoted ? '"' : "";
}

function escaped(text: string, characters: RegExp): string {
  return text.replace(characters, (character) => `\\${CONTROLS[character] ?? character}`);
}

const CONTROLS: Readonly<Record<string, string>> = { "\n": "n", "\t": "t", "\r": "r" };

function parameter(node: Extract<WordPart, { kind: "parameter" }>): string {
  const { name, subscript, indirect, length, operation } = node;
  const target =
    (indirect ? "!" : "") + (length ? "#" : "") + name + (subscript === null ? "" : `[${canonicalWord(subscript)}]`);
  const rest = operation === null ? "" : operation.operator + operation.operands.map(canonicalWord).join(" ");
  return `\${${target}${rest}}`;
}
