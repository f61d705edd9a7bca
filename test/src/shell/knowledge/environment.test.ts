import { describe, expect, it } from "vitest";
import { readCommand } from "../../../../src/shell/knowledge/read-command.ts";
import { wordsOf } from "./case-file.ts";

function printsEnvironment(line: string): boolean {
  return (readCommand(wordsOf(line)).names ?? []).some((words) => words.join(" ") === "printenv");
}

describe("a command that prints the environment is `printenv` to rules that restrict", () => {
  it.each([
    "jq env x.json",
    "jq -n '$ENV'",
    "jq -n '1|env'",
    "jq -n '{a:env}'",
    "jq -n '[(env)]'",
    "jq -n 'env.A, env'",
    'jq -n \'["a"], env, "b"\'',
    "jq -n '\"\\\\(env)\"'",
    "jq -n '# \"\nenv # \"'",
    "jq -n --arg a b env",
    "jq --unknown a env",
    'jq "$X" x.json',
    "jq $X env",
    "gojq -n env",
    "yq env x.yaml",
    "awk 'BEGIN{for (name in ENVIRON) print name}'",
    "awk -e 'BEGIN{for (name in ENVIRON) print name}'",
    "awk 'BEGIN{for (name in SYMTAB) print name}'",
    'awk "$X" x',
  ])("%s", (line) => {
    expect(printsEnvironment(line)).toBe(true);
  });

  it.each([
    "jq .env x.json",
    "jq . env",
    "jq . packages/*/env",
    'jq .a "$X"',
    "jq --arg env x .a",
    "jq '.a = env.HOME'",
    "jq '$ENV[\"HOME\"], $ENV.HOME'",
    "jq '{env: .a}'",
    'jq \'.["env"] | " env "\'',
    "yq '.a = env(HOME)' x.yaml",
    "awk '{print ENVIRON[\"HOME\"]}' x",
    "awk '{print}' ENVIRON",
    "cat env",
  ])("but not %s", (line) => {
    expect(printsEnvironment(line)).toBe(false);
  });
});
