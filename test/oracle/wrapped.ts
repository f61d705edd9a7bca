/** Random programs inside what runs programs: shells, `eval`, traps, wrappers, functions, other directories. */
import fc from "fast-check";
import { bashProgram } from "./bash-grammar.ts";
import { VOCABULARY } from "./bash-vocabulary.ts";

/** Wrappers that the sandbox has to hold for real. */
export const REAL = ["bash", "sh", "env", "timeout", "nice", "xargs", "find"];

/** How a program is run: `P` stands for its text, `Q` for its text as one quoted word. */
const WAYS = [
  "eval Q",
  "eval -- Q",
  "builtin eval Q",
  'a=Q; eval "$a"',
  'eval "$(echo Q)"',
  "bash -c Q",
  "sh -ec Q",
  "bash -c -- Q",
  "bash -c Q name one two",
  "bash <<< Q",
  "bash -s <<'TOLLGATE'\nP\nTOLLGATE",
  "echo Q | bash",
  "printf '%s\\n' Q | sh",
  "bash <(echo Q)",
  "source <(printf %s Q)",
  "trap Q EXIT",
  "env bash -c Q",
  "env A=1 timeout 5 bash -c Q",
  "nice -n 5 sh -c Q",
  "exec bash -c Q",
  "xargs -I{} bash -c Q < a",
  "find . -maxdepth 0 -exec sh -c Q \\;",
  "(\nP\n)",
  "{\nP\n}",
  "y=$(\nP\n)",
  'echo "$(\nP\n)"',
  "f9() {\nP\n}; f9",
  "f9() {\nP\n}; f9 | cat",
  "cd dir && {\nP\n}",
  "cd dir; P",
  "(cd dir; P\n); P",
  "pushd dir; P\npopd; P",
  "cd dir/sub; cd ..; P",
  "cd nowhere; P",
  "cd nowhere || {\nP\n}",
  "cd nowhere && cd dir\nP",
  "cd dir | cat; P",
  "cd dir & P",
  "if cd dir; then\nP\nelse\nP\nfi",
  "for d in dir dir/sub; do cd $d; P\ndone",
  "while read -r l; do\nP\nbreak; done < a",
  "x=dir; cd $x; P",
  "x=rm; $x Q",
  "set -- dir a; P",
  "coproc {\nP\n}",
  "time {\nP\n}",
  "! {\nP\n}",
  "case a in\na)\nP\n;;\nesac",
  "P",
];

/** The text of a random program, wrapped up to `depth` times. */
export function wrappedProgram(depth = 3): fc.Arbitrary<string> {
  const bare = bashProgram(VOCABULARY, 2);
  if (depth === 0) return bare;
  const inner = fc.oneof({ weight: 2, arbitrary: bare }, wrappedProgram(depth - 1));
  return fc.tuple(fc.constantFrom(...WAYS), inner).map(([way, program]) => {
    const quoted = `'${program.replaceAll("'", "'\\''")}'`;
    return way.replaceAll(/[PQ](?![A-Z])(?<![A-Z].)/g, (place) => (place === "P" ? program : quoted));
  });
}
