/** Random bash programs as text, with every way to write them that their trees tell. */
import type {
  Assignment,
  Command,
  Compound,
  Expression,
  Pipeline,
  Program,
  Redirection,
  Segment,
  Word,
} from "./bash-tree.ts";

/** The text of a program. */
export function printProgram(program: Program): string {
  const out = new Printer();
  out.program(program, true);
  return out.text;
}

/** Writes a program; here-documents wait for the end of the line that starts them. */
class Printer {
  text = "";
  private waiting: (() => void)[] = [];

  program(program: Program, whole = false): void {
    program.forEach((item, index) => {
      item.pipelines.forEach((pipeline, position) => {
        if (position > 0) this.operator(item.operators[position - 1]!);
        this.pipeline(pipeline);
      });
      const last = index === program.length - 1;
      if (item.end.includes("\n")) this.line(item.end.slice(0, -1));
      else if (!last || item.end === "&" || !whole) this.text += `${item.end} `;
    });
    if (this.waiting.length > 0) this.line("");
  }

  /** Ends the line, and writes the here-documents that it started. */
  private line(comment: string): void {
    this.text += `${comment}\n`;
    const waiting = this.waiting;
    this.waiting = [];
    for (const write of waiting) write();
  }

  /** An operator after which the line may end. */
  private operator(text: string): void {
    this.text += ` ${text.trim()} `;
    if (text.endsWith("\n")) this.line("");
  }

  private pipeline(pipeline: Pipeline): void {
    this.text += pipeline.prefix;
    pipeline.stages.forEach((stage, index) => {
      if (index > 0) this.operator(pipeline.operators[index - 1]!);
      this.command(stage);
    });
  }

  private command(command: Command): void {
    switch (command.kind) {
      case "simple": {
        let gap = 0;
        const between = (): void => {
          if (this.text !== "" && !/\s$/.test(this.text)) this.text += command.gaps[gap++ % command.gaps.length] ?? " ";
        };
        for (const assignment of command.assignments) {
          between();
          this.assignment(assignment);
          this.text += " ";
        }
        for (let index = 0; index <= command.words.length; index++) {
          for (const { at, redirection } of command.redirections) {
            if (at !== index) continue;
            between();
            this.redirection(redirection);
          }
          const word = command.words[index];
          if (word === undefined) continue;
          if (index > 0 || command.redirections.some(({ at }) => at === 0))
            this.text += command.gaps[gap++ % command.gaps.length] ?? " ";
          this.word(word);
        }
        return;
      }
      case "declare":
        this.text += command.builtin;
        for (const assignment of command.assignments) {
          this.text += " ";
          this.assignment(assignment);
        }
        return;
      case "compound":
        this.compound(command.body);
        for (const redirection of command.redirections) {
          this.text += " ";
          this.redirection(redirection);
        }
        return;
      case "function":
        this.text +=
          command.form === "f()" ? `${command.name}() ` : `function ${command.name}${command.form.slice(10)} `;
        this.compound(command.body);
        this.line("");
        this.text += command.name;
        for (const word of command.call) {
          this.text += " ";
          this.word(word);
        }
        return;
      case "coprocess":
        this.text += `coproc ${command.name}${command.name === "" ? "" : " "}`;
        this.compound(command.body);
    }
  }

  private compound(body: Compound): void {
    switch (body.kind) {
      case "subshell":
        this.text += "( ";
        this.program(body.program, true);
        this.text += ")";
        return;
      case "group":
        this.text += "{ ";
        this.program(body.program);
        this.text += "}";
        return;
      case "if":
        body.branches.forEach(({ condition, body: then }, index) => {
          this.text += index === 0 ? "if " : "elif ";
          this.program(condition);
          this.text += "then ";
          this.program(then);
        });
        if (body.otherwise !== null) {
          this.text += "else ";
          this.program(body.otherwise);
        }
        this.text += "fi";
        return;
      case "while":
        this.text += body.until ? "until " : "while ";
        this.program(body.condition);
        this.text += body.until ? "true; do " : "false; do ";
        this.program(body.body);
        this.text += "break; done";
        return;
      case "for":
        this.text += `for ${body.variable}`;
        if (body.words !== null) {
          this.text += " in";
          for (const word of body.words) {
            this.text += " ";
            this.word(word);
          }
        }
        this.text += body.braces ? "; { " : "; do ";
        this.program(body.body);
        this.text += body.braces ? "}" : "done";
        return;
      case "count":
        this.text += `for ((i = 0; i < ${body.limit}; i++)); do `;
        this.program(body.body);
        this.text += "done";
        return;
      case "case":
        this.text += "case ";
        this.word(body.subject);
        this.text += " in ";
        for (const item of body.items) {
          this.text += item.open ? "(" : "";
          item.patterns.forEach((pattern, index) => {
            this.text += index === 0 ? "" : " | ";
            this.word(pattern);
          });
          this.text += ") ";
          this.program(item.body);
          // A semicolon that ended the last command would run into the terminator.
          this.text = this.text.replace(/; $/, " ") + item.terminator;
          this.line("");
        }
        this.text += "esac";
        return;
      case "test":
        this.text += "[[";
        for (const word of body.words) {
          this.text += " ";
          if (typeof word === "string") this.text += word;
          else this.word(word);
        }
        this.text += " ]]";
        return;
      case "arithmetic":
        this.text += "((";
        this.expression(body.expression);
        this.text += "))";
    }
  }

  private assignment({ name, append, value }: Assignment): void {
    this.text += name + (append ? "+=" : "=");
    if (!("elements" in value)) {
      this.word(value);
      return;
    }
    this.text += "(";
    value.elements.forEach((element, index) => {
      this.text += index === 0 ? "" : " ";
      this.word(element);
    });
    this.text += ")";
  }

  private redirection(redirection: Redirection): void {
    switch (redirection.kind) {
      case "file":
        this.text += redirection.descriptor + redirection.operator + (redirection.blank ? " " : "");
        this.word(redirection.target);
        return;
      case "duplicate":
        this.text += redirection.text;
        return;
      case "string":
        this.text += "<<< ";
        this.word(redirection.word);
        return;
      case "document": {
        const { delimiter, quote, strip, lines } = redirection;
        this.text += `<<${strip ? "-" : ""}${quote}${delimiter}${quote === "\\" ? "" : quote}`;
        this.waiting.push(() => {
          for (const line of lines) {
            this.text += strip ? "\t" : "";
            if (quote === "") for (const segment of line) this.segment(segment, "body");
            else this.text += line.map((segment) => (segment.kind === "plain" ? segment.text : "$(quoted)")).join("");
            this.text += "\n";
          }
          this.text += `${strip ? "\t" : ""}${delimiter}\n`;
        });
      }
    }
  }

  private word(word: Word): void {
    for (const segment of word) this.segment(segment, "bare");
  }

  private segment(segment: Segment, where: "bare" | "double" | "body"): void {
    switch (segment.kind) {
      case "plain":
        this.text +=
          where === "bare" ? segment.text : segment.text.replace(where === "double" ? /[\\"$`]/g : /[\\$`]/g, "\\$&");
        return;
      case "single":
        this.text += `'${segment.text}'`;
        return;
      case "double":
        this.text += segment.locale ? '$"' : '"';
        for (const inner of segment.segments) this.segment(inner, "double");
        this.text += '"';
        return;
      case "ansi":
        this.text += `$'${[...segment.text].map((character, index) => spelled(character, segment.spelling[index] ?? 0)).join("")}'`;
        return;
      case "escaped":
        this.text += [...segment.text].map((character) => `\\${character}`).join("");
        return;
      case "continuation":
        this.text += "\\\n";
        return;
      case "braces":
        this.text += "{";
        segment.options.forEach((option, index) => {
          this.text += index === 0 ? "" : ",";
          this.word(option);
        });
        this.text += "}";
        return;
      case "range":
        this.text += `{${segment.from}..${segment.to}}`;
        return;
      case "variable":
        this.text += segment.braced ? `\${${segment.name}}` : `$${segment.name}`;
        return;
      case "expansion":
        this.text += `\${${segment.name}${segment.operator}`;
        segment.words.forEach((word, index) => {
          this.text += index === 0 ? "" : "/";
          for (const inner of word) this.segment(inner, where === "bare" ? "bare" : "double");
        });
        this.text += "}";
        return;
      case "length":
        this.text += `\${#${segment.name}}`;
        return;
      case "substitution": {
        const inner = printProgram(segment.program);
        this.text += segment.backticks
          ? `\`${inner.replace(/[\\`]/g, "\\$&")}\``
          : `$(${inner.startsWith("(") ? " " : ""}${inner})`;
        return;
      }
      case "process":
        this.text += `${segment.direction}(${printProgram(segment.program)})`;
        return;
      case "arithmetic":
        this.text += segment.legacy ? "$[" : "$((";
        this.expression(segment.expression);
        this.text += segment.legacy ? "]" : "))";
    }
  }

  private expression({ operands, operators }: Expression): void {
    operands.forEach((operand, index) => {
      if (index > 0) this.text += ` ${operators[index - 1]} `;
      this.segment(operand, "double");
    });
  }
}

function spelled(character: string, spelling: number): string {
  const code = character.charCodeAt(0);
  switch (spelling % 4) {
    case 1:
      return `\\x${code.toString(16).padStart(2, "0")}`;
    case 2:
      return `\\${code.toString(8).padStart(3, "0")}`;
    case 3:
      return `\\u${code.toString(16).padStart(4, "0")}`;
    default:
      return character === "'" || character === "\\" ? `\\${character}` : character;
  }
}
