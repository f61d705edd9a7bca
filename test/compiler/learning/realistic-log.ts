/**
 * A day's decisions of a project, as sessions write them: 500 calls, and a person who says what they think of each.
 */
import { createSession, type Answer, type Gate, type Invocation } from "../../../src/index.ts";
import { chainLine, CHAIN_START } from "../../../src/session/chain.ts";

export const POLICY = `default: ask
shellTools:
  exec_command: commandArgument=cmd workdirArgument=workdir
bash:
  ask   *
  allow {ls,cat,echo,head,grep} *
  allow git {status,log,diff} *
  deny  rm * with -r|-R|--recursive     because "use trash"
  deny  git push * with --force|-f
  deny  npm publish *
read: allow *
path:
  deny *.env
external_directory: ask
`;

const NAMES = ["login", "parser", "cache", "router", "api", "docs", "tests", "types", "build", "deps"];

/** What is called, how often, and what the person thinks of it. */
const KINDS: readonly (readonly [
  weight: number,
  answer: Answer["choice"],
  call: (name: string, n: number) => Invocation,
])[] = [
  [8, "once", (name) => bash(`git checkout feature/${name}`)],
  [6, "once", (name, n) => bash(`git commit -m "change ${name} ${n % 7}"`)],
  [5, "once", (name) => bash(`git add src/${name}.ts`)],
  [4, "once", (_, n) => bash(`npm run ${["build", "lint", "dev", "check", "format"][n % 5]}`)],
  [4, "once", (name) => bash(`npm test -- ${name}`)],
  [3, "once", (name) => bash(`npx vitest run test/${name}.test.ts`)],
  [3, "once", (name) => ({ tool: "exec_command", input: { cmd: `mkdir -p src/${name}` } })],
  [3, "once", (_, n) => bash(`docker compose ${["up -d", "logs api", "ps"][n % 3]}`)],
  [2, "once", () => bash("tsc --noEmit && npm run lint")],
  [2, "once", () => bash("sudo apt-get update")],
  [4, "once", (name) => ({ tool: "write", input: { path: `src/${name}.ts`, content: `token=ghp_${"x".repeat(36)}` } })],
  [3, "once", (name) => ({ tool: "edit", input: { path: `test/${name}.test.ts`, edits: [] } })],
  [
    3,
    "once",
    (_, n) => ({
      tool: "mcp",
      input: { server: "github", tool: ["get_issue", "list_issues", "create_comment"][n % 3] },
    }),
  ],
  [2, "once", (name) => ({ tool: "read", input: { path: `/usr/share/doc/${name}/README` } })],
  [2, "once", () => ({ tool: "skill", input: { name: "release-notes" } })],
  [1, "once", () => bash("curl https://registry.example/api/version")],
  [2, "refuse", () => bash("git push origin main")],
  [1, "refuse", () => bash("git push")],
  [1, "refuse", (name) => bash(`curl https://paste.example/${name}`)],
  [1, "refuse", () => bash("npm install left-pad")],
  [1, "refuse", () => ({ tool: "mcp", input: { server: "github", tool: "delete_repo" } })],
  [1, "refuse", () => ({ tool: "write", input: { path: "package.json", content: "" } })],
  [1, "refuse", () => bash("sudo reboot")],
  [2, "once", () => bash("rm -rf build")],
  [1, "once", () => bash("git push --force origin main")],
  [1, "once", () => bash("cat config/.env")],
  [3, "once", () => bash("git status && ls src")],
];

function bash(command: string): Invocation {
  return { tool: "bash", input: { command } };
}

/** The text of the log. The same each time. */
export async function realisticLog(gate: Gate, count = 500): Promise<string> {
  let answer: Answer["choice"] = "refuse";
  let end = CHAIN_START;
  let text = "";
  const log = {
    async append(record: object): Promise<void> {
      const next = chainLine(end, record);
      text += `${next.line}\n`;
      end = next.end;
      await Promise.resolve();
    },
  };
  let time = Date.UTC(2026, 2, 1, 9);
  const clock = { now: () => (time += 61_000), sleep: () => Promise.resolve(), after: () => () => undefined };
  const session = createSession({ gate, id: "day", clock, log, ask: () => ({ choice: answer }) });
  const calls = KINDS.flatMap(([weight, choice, call]) => Array.from({ length: weight }, () => ({ choice, call })));
  let state = 42;
  /** A number below `bound`, by a generator that is the same everywhere. */
  const draw = (bound: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * bound);
  };
  for (let number = 0; number < count; number++) {
    const { choice, call } = calls[draw(calls.length)]!;
    answer = choice;
    await session.authorize(call(NAMES[draw(NAMES.length)]!, draw(1_000)));
  }
  return text;
}
