/** Random programs about a few variables: what sets them, in whichever place, and what they are then. */
import fc from "fast-check";

const NAMES = ["a", "b", "i"];

/** Texts that join to names of commands, or come apart. */
const TEXTS = ["rm", "r", "m", "ls", "git", "x", "a", "b", "1", "0", "r m", "", "-", "*"];

const name = fc.constantFrom(...NAMES);
const text = fc.constantFrom(...TEXTS);
const plain = text.map((one) => (/^[\w]+$/.test(one) ? one : `'${one}'`));

/** One expansion. */
const expansion = fc
  .tuple(
    fc.constantFrom(
      "$N",
      "${N}",
      '"$N"',
      "${N:=T}",
      "${N=T}",
      "${N:-T}",
      "${N-T}",
      "${N:+T}",
      "${N+T}",
      '"${N:=T}"',
      "${N#T}",
      "${N%T}",
      "${N/T/U}",
      "${N//T/U}",
      "${!N}",
      "${!N:-T}",
      "${N@Q}",
      "${N@U}",
      "${N@P}",
      "${N^^}",
      "${N~~}",
      "${N[0]}",
      "${N[1]}",
      '"${N[@]}"',
      "${N[*]}",
      '"${N[*]}"',
      "${N[@]:1}",
      "${N:i}",
      "${N:0:1}",
      "${N:i++}",
      "${#N}",
      "$((i++))",
      "$((i=1))",
      "$((++i))",
      "$((N))",
      "$1",
      '"$@"',
      "$*",
      '"$*"',
      "${@:1}",
      "${1:-T}",
      "$#",
      "$(echo $N)",
      "$(printf %s T)",
      "${N:-${M:=T}}",
      "${N:+${M:=T}}",
    ),
    name,
    name,
    plain,
    plain,
  )
  .map(([form, one, other, first, second]) =>
    form.replaceAll("N", one).replaceAll("M", other).replaceAll("T", first).replaceAll("U", second),
  );

const word = fc
  .array(fc.oneof({ weight: 2, arbitrary: expansion }, { weight: 1, arbitrary: plain }), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(""));

/** A statement: `N` a name, `W` a word, `P` a program in it. */
const FORMS = [
  "N=W",
  "N=W",
  "N=",
  "N+=W",
  "N=(W W)",
  "N=()",
  "N[1]=W",
  "N[i++]=W",
  "unset N",
  "unset 'N[0]'",
  "export N=W",
  "declare N=W",
  "declare -i N=W",
  "declare -u N=W",
  "declare -a N",
  "local N=W",
  "readonly N",
  "read -r N <<< W",
  "read N M <<< W",
  "read -ra N <<< W",
  "printf -v N %s W",
  "mapfile -t N <<< W",
  "set -- W W",
  "shift",
  "let i=1",
  "let i++",
  "((i++))",
  "((N=1))",
  "IFS=T",
  ": W",
  ": W W",
  "W W",
  "$N W",
  "$N x",
  "W x",
  '"${N[@]}" x',
  "eval W",
  'eval "$N x"',
  "[[ -n W ]]",
  "[[ 1 -eq i++ ]]",
  "[[ W == W ]] && { P; }",
  "[[ x =~ W ]]; $BASH_REMATCH x",
  "case W in W) P;; *) P;; esac",
  "case W in W) P;& T) P;; esac",
  "for N in W W; do P; done",
  "for N; do P; done",
  "for ((i=0;i<2;i++)); do P; done",
  "{ P; } <<< W",
  "{ P; } > out",
  "( P )",
  "if W; then P; else P; fi",
  "f() { P; }",
  "f W W",
  "g() { local N; P; }; g W",
  "N=W f W",
  "N=W ls W",
  "bash -c '$N x' W W",
  "P | cat",
  "trap 'P' EXIT",
  "declare -n N=M",
  "echo W > out",
  "cat <<< W | { read -r N; P; }",
];

function statement(depth: number): fc.Arbitrary<string> {
  const nested = depth === 0 ? word.map((one) => `$a ${one}`) : program(depth - 1, 2);
  return fc
    .tuple(fc.constantFrom(...FORMS), fc.array(word, { minLength: 2, maxLength: 2 }), name, name, nested, nested, plain)
    .map(([form, words, one, other, first, second, piece]) => {
      let next = 0;
      let part = 0;
      return form.replaceAll(/(?<![A-Z$])[NMWPT](?![A-Z_])|\$N|\{N/g, (place) => {
        if (place === "$N" || place === "{N") return place.slice(0, 1) + one;
        if (place === "N") return one;
        if (place === "M") return other;
        if (place === "W") return words[next++ % 2] ?? "";
        if (place === "T") return piece;
        return (part++ === 0 ? first : second).replaceAll("'", form.includes("'P'") ? `'\\''` : "'");
      });
    });
}

function program(depth: number, most: number): fc.Arbitrary<string> {
  return fc.array(statement(depth), { minLength: 1, maxLength: most }).map((statements) => statements.join("; "));
}

/** The text of a random program about variables. */
export function variableProgram(): fc.Arbitrary<string> {
  return program(1, 6).map((statements) => `${statements}; $a x`);
}
