/** The compiled tables of the policies that ship: the same bytes on every machine. `vitest run -u` writes them anew. */
import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compilePolicy, serializeTable } from "../../compiler/index.ts";
import { loadTable } from "../../src/index.ts";
import { readProject, root } from "../project.ts";

const policies = readdirSync(`${root}policies`).filter((file) => file.endsWith(".gate"));

describe("a policy that ships compiles to the table on record", () => {
  test.each(policies)("%s", async (file) => {
    const { data } = compilePolicy([{ file: `policies/${file}`, text: readProject(`policies/${file}`) }], {
      readInclude: (_, name) => {
        const included = `policies/${name.replace("./", "")}`;
        return { file: included, text: readProject(included) };
      },
    });
    const table = data === null ? "" : serializeTable(data);
    expect(() => loadTable(table)).not.toThrow();
    await expect(table).toMatchFileSnapshot(`tables/${file.replace(/\.gate$/, ".json")}`);
  });
});
