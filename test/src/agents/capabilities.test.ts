import { describe, expect, test } from "vitest";
import { CAPABILITIES } from "../../../src/agents/capabilities.ts";
import { AGENTS } from "../../../src/agents/contract.ts";
import { capabilitiesText, withCapabilities } from "../../../src/agents/generate.ts";
import { readProject } from "../../project.ts";

/** Without what a formatter of documents may change. */
const words = (text: string) => text.replaceAll(/\s+/g, " ").trim();

describe("the page about agents", () => {
  test("says what the data says", () => {
    const document = readProject("docs/agents.md");
    expect(words(document)).toBe(words(withCapabilities(document)));
  });

  test.each(AGENTS.map((agent) => [agent] as const))("has a section about %s", (agent) => {
    expect(capabilitiesText()).toContain(`### ${CAPABILITIES[agent].title}\n`);
  });
});
