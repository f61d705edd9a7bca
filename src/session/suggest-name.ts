/**
 * Rules for names: an MCP server's tools, a skill, a tool of an extension.
 */
import { match } from "ts-pattern";
import type { Finding } from "../gate/finding.ts";
import type { ToolKind } from "../invocation/tool-kind.ts";
import { knownText } from "../text.ts";
import type { PatternChoice } from "./pattern.ts";

/** The choices for a name; null for a call that could not be read. */
export function nameChoices(
  { value, asked, gate, surface }: Finding,
  kind: ToolKind | null,
): readonly PatternChoice[] | null {
  const text = knownText(asked?.question.written[0] ?? []) ?? value;
  const exact: PatternChoice = { parts: [{ kind: "literal", text }], exact: true, alsoAllows: null };
  if (kind === null) return null;
  if (gate === "skill-read") return [exact];
  return (
    match(kind)
      .with("mcp", (): readonly PatternChoice[] => {
        const colon = text.indexOf(":");
        if (colon <= 0) return [exact];
        const server = text.slice(0, colon);
        const parts = [{ kind: "literal", text: `${server}:` }, { kind: "any" }] as const;
        return [{ parts, exact: false, alsoAllows: `${server}:any_other_tool` }, exact];
      })
      .with("skill", () => [exact])
      // The surface of a tool is asked about `*`, so there is but one rule to give.
      .with("extension", "path", "bash", (): readonly PatternChoice[] => [
        { parts: [{ kind: "any" }], exact: false, alsoAllows: `\`${surface}\` with any other input` },
      ])
      .exhaustive()
  );
}
