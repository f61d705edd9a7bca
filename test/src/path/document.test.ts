/** What `docs/paths.md` says of single paths is what is found. */
import { expect, test } from "vitest";
import { LONGEST } from "../../../src/path/location.ts";
import { readProject } from "../../project.ts";
import { findingsOf, pathOf, type PathTable } from "./cases.ts";

const document = readProject("docs/paths.md");
const table: PathTable = {
  platform: "linux",
  cwd: "/srv/project",
  home: "/home/dev",
  disk: ["/srv/project/notes.md -> /home/dev/.ssh/id_rsa", "/home/dev/.ssh/id_rsa"],
  cases: [],
};
const find = (path: string, platform = table.platform) =>
  findingsOf(
    pathOf(
      platform === "win32" ? { ...table, platform, cwd: "C:\\srv\\project", home: "C:\\Users\\dev", disk: [] } : table,
      { name: path, path, written: [] },
    ),
  );

test("the table of forms shows the forms of a link", () => {
  const rows = [...document.matchAll(/^\| .*? \| `(.+?)` +\| (every rule|rules that ask or deny) +\|$/gm)];
  const of = (who: string) =>
    new Set(rows.filter((row) => row[2] === who).map((row) => row[1]?.replace("~", "<home>")));
  const { written, readings } = find("notes.md");
  expect(of("every rule")).toEqual(new Set(written));
  expect(of("rules that ask or deny")).toEqual(new Set(readings));
});

test("the devices are devices", () => {
  const [, list = ""] = /## Devices\n\n(.*?) lie neither/.exec(document) ?? [];
  const devices = [...list.matchAll(/`(.+?)`/g)].map((found) => found[1]?.replace("N", "7") ?? "");
  expect(devices.length).toBe(8);
  expect(devices.filter((path) => !find(path).device)).toEqual([]);
});

test("the bound is the bound", () => {
  expect(document).toContain(`more than ${LONGEST.toLocaleString("en")} characters`);
});

test.each([
  ["\\\\?\\C:\\a", "C:/a"],
  ["\\\\server\\share\\a", "//server/share/a"],
  ["\\a", "C:/a"],
  ["C:a", "C:/srv/project/a"],
])("`%s` on Windows is what the table says", (path, expected) => {
  expect(document).toContain(`\`${path}\``);
  expect(find(path, "win32").written[0]).toBe(expected);
});
