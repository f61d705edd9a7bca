import { expect, test } from "vitest";
import { PATH_BEFORE, PYTHONPATH_BEFORE } from "../../../../src/shell/state.ts";
import { addedToPath } from "../../../../src/shell/walk/search-paths.ts";
import { ANY_CHARACTERS } from "../../../../src/text.ts";
import type { Settings } from "../../../../src/shell/words/scope.ts";

const settings = { cwd: "/srv/project", home: "/home/dev" } as Settings;

test.each([
  ["/srv/project", "."],
  ["/srv/project/src", "./src"],
  ["/srv/project/src:lib", "./src:lib"],
  ["/srv/projects", "/srv/projects"],
  ["/tmp", "/tmp"],
])("PYTHONPATH=%s is judged as %s", (value, judged) => {
  expect(addedToPath("PYTHONPATH", [value], settings)).toEqual([judged]);
});

test("what PYTHONPATH was before adds nothing, and what is not known stays", () => {
  expect(addedToPath("PYTHONPATH", ["src:", PYTHONPATH_BEFORE], settings)).toEqual(["src:"]);
  expect(addedToPath("PYTHONPATH", ["src:", ANY_CHARACTERS], settings)).toEqual(["src:", ANY_CHARACTERS]);
});

test.each([":/usr/local/go/bin", ":/home/dev/go/bin", ":/home/dev/.cargo/bin:/opt/x/bin"])(
  "$PATH%s hides no command",
  (appended) => {
    expect(addedToPath("PATH", [PATH_BEFORE, appended], settings)).toEqual(["/usr/bin"]);
  },
);

test.each([":./bin", ":/srv/project/bin", ":/home/dev/bin", ":/home/dev/.x/../bin", ":", ""])(
  "$PATH%s is judged by its directories",
  (appended) => {
    expect(addedToPath("PATH", [PATH_BEFORE, appended], settings)).toEqual([`/usr/bin${appended}`]);
  },
);

test("a directory in front is judged as it is", () => {
  expect(addedToPath("PATH", ["/home/dev/.cargo/bin:", PATH_BEFORE], settings)).toEqual([
    "/home/dev/.cargo/bin:/usr/bin",
  ]);
});
