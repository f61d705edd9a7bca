/**
 * What a policy says of a set of calls, and what has to come of each in a real agent.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { SUB, type Actor } from "./actors.ts";
import type { Script } from "./model.ts";
import type { Stage } from "./stage.ts";
import type { ScriptedCall } from "./wire-formats.ts";

export const POLICY = `default: ask
bash:
  ask *
  allow {echo,cat,git,sleep} *
  deny git push * with --force|-f because "use --force-with-lease"
path:
  deny *.key because "a key is a secret"
read: allow
write: allow
external_directory: deny because "stay in the project"
mcp:
  allow scripted:*
  deny scripted:touch because "that server leaves files"
task: allow
codemode: allow
include preset:self-protection
`;

interface Scene {
  readonly title: string;
  readonly call: ScriptedCall;
  /** What is wrong with what came of it, or null. */
  check(told: string | null): string | null;
}

const names = (text: string, part: string): string | null =>
  text.includes(part)
    ? null
    : `the model was told ${JSON.stringify(text.slice(0, 300))}, without ${JSON.stringify(part)}`;

/** Denied: the file is not there, and the model knows why. */
const denied =
  (file: string, reason: string) =>
  (told: string | null): string | null => {
    if (existsSync(file)) return `${file} was written`;
    return told === null ? "the model was told nothing" : names(told, reason);
  };

const allowed =
  (file: string) =>
  (told: string | null): string | null =>
    existsSync(file) ? null : `it did not run; the model was told ${JSON.stringify(told?.slice(0, 300) ?? null)}`;

export function scenesFor(actor: Actor, stage: Stage): readonly Scene[] {
  const here = (name: string): string => join(stage.work, name);
  const outside = join(stage.outside, "x.txt");
  const secret = (told: string | null): string | null => {
    if (told === null) return "the model was told nothing";
    return told.includes("made-up") ? "the model was told the secret" : names(told, "is a secret");
  };
  return [
    {
      title: "an allowed command runs",
      call: actor.shell("echo x > allowed.txt"),
      check: allowed(here("allowed.txt")),
    },
    {
      title: "a denied command does not",
      call: actor.shell("echo x > denied.txt; git push --force"),
      check: denied(here("denied.txt"), "--force-with-lease"),
    },
    {
      title: "what is asked is denied where nobody is there",
      call: actor.shell("touch asked.txt"),
      check: denied(here("asked.txt"), "tollgate"),
    },
    {
      title: "a command that needs both parsers is denied for what hides in it",
      call: actor.shell("if true; then (cat deploy.key | git hash-object --stdin > hidden.txt); fi"),
      check: denied(here("hidden.txt"), "is a secret"),
    },
    { title: "a secret is not read through a link", call: actor.read(here("notes.txt")), check: secret },
    { title: "a write in the project", call: actor.write(here("written.txt")), check: allowed(here("written.txt")) },
    { title: "a write outside of it", call: actor.write(outside), check: denied(outside, "") },
    {
      title: "a write of the gate's own policy",
      call: actor.shell("echo x > ~/.config/tollgate/extra.gate"),
      check: denied(join(stage.home, ".config", "tollgate", "extra.gate"), "tollgate"),
    },
    {
      title: "an allowed tool of an MCP server",
      call: actor.mcp("echo"),
      check: (told) => (told === null ? "the model was told nothing" : names(told, "said: hello")),
    },
    {
      title: "a denied tool of an MCP server",
      call: actor.mcp("touch"),
      check: denied(here("mcp-touched.txt"), "that server leaves files"),
    },
    ...(actor.name !== "pi"
      ? []
      : [
          {
            title: "what the frontmatter of the active agent denies",
            call: actor.shell("echo x > scouted.txt; git bisect start"),
            check: denied(here("scouted.txt"), "a scout changes nothing"),
          },
        ]),
    ...(actor.subagent === null
      ? []
      : [
          {
            title: "calls of a subagent or a script",
            call: actor.subagent,
            check: () => {
              if (!existsSync(here("sub-allowed.txt"))) return "the allowed one did not run";
              return existsSync(here("sub-asked.txt")) ? "the one that has to be asked ran" : null;
            },
          },
          // Some agents do not wait for what they started.
          { title: "(waiting)", call: actor.shell("sleep 4; echo waited"), check: () => null },
        ]),
  ];
}

export function scriptOf(actor: Actor, scenes: readonly Scene[]): Script {
  const calls = [actor.shell("echo x > sub-allowed.txt"), actor.shell("touch sub-asked.txt")];
  return { calls: scenes.map(({ call }) => call), sub: { match: SUB, calls } };
}
