/** What a program says beside its lines: where things stand, and what belongs to what. */
import { describe, expect, test } from "vitest";
import { project } from "./projection.ts";

/** The source of each unit, as its span tells. */
function sources(command: string): string[] {
  return project(command).units.map(({ span }) => command.slice(span.start, span.end));
}

describe("a unit's span", () => {
  test("is where its words stand", () => {
    expect(sources("A=1 a b > c && d; (e)")).toEqual(["a b", "d", "e"]);
  });

  test("is inside a substitution", () => {
    expect(sources('echo "x $(a b)" `c d` <(e)')).toEqual(['echo "x $(a b)" `c d` <(e)', "a b", "c d", "e"]);
  });

  test("is inside a here-document", () => {
    expect(sources("cat <<E\n$(a b)\nE")).toEqual(["cat", "a b"]);
  });

  test("is the wrapped words of a wrapper", () => {
    expect(sources("sudo nice -n 5 rm x")).toEqual(["sudo nice -n 5 rm x", "nice -n 5 rm x", "rm x"]);
  });

  test("is where a payload stands", () => {
    expect(sources("bash -c 'a; b' x; c")).toEqual(["bash -c 'a; b' x", "'a; b'", "'a; b'", "c"]);
    expect(sources("sh <<< 'a b'")).toEqual(["sh", "sh"]);
  });

  test("is in a function's body where that is called", () => {
    expect(sources("f() { a $1; }; f b")).toEqual(["a $1"]);
  });

  test("stays inside the program for text with escapes of its own", () => {
    const command = "echo `echo \\`rm x\\``";
    for (const { span } of project(command).units) {
      expect(span.start).toBeGreaterThanOrEqual(0);
      expect(span.end).toBeLessThanOrEqual(command.length);
      expect(span.end).toBeGreaterThan(span.start);
    }
  });
});

describe("a path's span", () => {
  test("is the word that names it", () => {
    const command = 'cat "a b" src/*.ts > out';
    expect(project(command).paths.map(({ span }) => command.slice(span.start, span.end))).toEqual([
      '"a b"',
      "src/*.ts",
      "out",
    ]);
  });
});

describe("a wrapper", () => {
  test("is told by its name, and by where the wrapped command begins", () => {
    const wrappers = project("sudo -u x rm y; bash -c 'rm z'; bash run.sh; PAGER=./x git log").units.map(
      ({ wrapper }) => wrapper,
    );
    expect(wrappers.filter((wrapper) => wrapper !== null)).toEqual([
      { sentinel: "<indirection-bash-wrapper>", name: "sudo", innerWord: 3 },
      { sentinel: "<opaque-bash-wrapper>", name: "bash", innerWord: null },
      { sentinel: "<opaque-bash-wrapper>", name: "bash", innerWord: 1 },
      { sentinel: "<indirection-bash-wrapper>", name: "PAGER=", innerWord: null },
    ]);
  });

  test("that wraps several commands begins its last one last", () => {
    expect(project("find . -exec a {} + -exec b {} +").units[0]?.wrapper?.innerWord).toBe(7);
  });

  test("stands before what it wraps, which points to it", () => {
    const { units } = project("nohup env A=1 bash -c 'a; b $(c)'; d");
    expect(units.map(({ wrappedBy }) => wrappedBy)).toEqual([null, 0, 1, 2, 2, 2, null]);
  });

  test("is not what runs a substitution in its words", () => {
    expect(project("sudo rm $(a)").units.map(({ wrappedBy }) => wrappedBy)).toEqual([null, 0, null]);
  });
});

describe("a mention", () => {
  test("points to the command that names it", () => {
    expect(project("cat a; sudo rm b > c").paths.map(({ unit }) => unit)).toEqual([0, 2, 1]);
  });

  test("of a redirection without a command points to none", () => {
    expect(project("> a; { cat b; } < c").paths.map(({ unit }) => unit)).toEqual([null, null, 0]);
  });
});

test("a link that the program makes is told", () => {
  expect(project("ln -s /etc/hosts h; cd d && ln -s ../x y; ln -s a b c/; ln a b").links).toMatchObject([
    { link: "h", target: "/etc/hosts", base: { directories: ["."] } },
    { link: "y", target: "../x", base: { directories: ["d"] } },
    { link: "c/a", target: "a" },
    { link: "c/b", target: "b" },
  ]);
});

test("an empty program has no units and no floors", () => {
  for (const command of ["", "  \n", "# nothing", ";"]) {
    expect(project(command).units).toEqual([]);
  }
  expect(project("# nothing").floors).toEqual([]);
});
