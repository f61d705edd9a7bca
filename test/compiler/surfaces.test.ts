import { expect, test } from "vitest";
import { BUILT_IN_SURFACES, nearestSurface } from "../../compiler/surfaces.ts";

test.each([
  ["bahs", "bash"],
  ["Bash", "bash"],
  ["BASH", "bash"],
  ["bassh", "bash"],
  ["externel_directory", "external_directory"],
  ["externalDirectory", "external_directory"],
  ["mpc", "mcp"],
  ["MCP", "mcp"],
  ["LS", "ls"],
  ["sl", null],
  ["wrapers", "wrapper"],
  ["skil", "skill"],
  // A letter of another script looks the same.
  ["b\u0430sh", "bash"],
])("%s was meant to be %s", (name, expected) => {
  expect(nearestSurface(name)).toBe(expected);
});

const others =
  "task head lsp fetch webfetch todo glob cat exec_command write_file read_file apply_patch run_shell_command update_plan " +
  "notebook computer browser list kill bing finder";

test.each(others.split(" "))("%s is a tool like others", (name) => {
  expect(nearestSurface(name)).toBe(null);
});

test.each(BUILT_IN_SURFACES)("%s is itself", (name) => {
  expect(nearestSurface(name)).toBe(null);
});
