/** How often the disk is asked, and what is made of its answers. */
import { describe, expect, test } from "vitest";
import type { FileSystem } from "../../../src/path/file-system.ts";
import type { Platform } from "../../../src/path/flavour.ts";
import { PathNormalizer } from "../../../src/path/normalizer.ts";
import { showValue } from "./cases.ts";
import { MemoryDisk } from "./memory-disk.ts";

function normalizer(fileSystem: FileSystem, platform: Platform = "linux"): PathNormalizer {
  const win32 = platform === "win32";
  return new PathNormalizer({
    cwd: win32 ? "C:\\srv\\project" : "/srv/project",
    home: win32 ? "C:\\Users\\dev" : "/home/dev",
    platform,
    fileSystem,
  });
}

/** Asks all that a decision asks of a path. */
function decide(paths: PathNormalizer, path: string, directories: readonly string[] = []): string[] {
  const access = paths.forPath(path, { shell: true });
  access.isOutside();
  access.resolvedAlias();
  const { written } = access.question("path", "read", directories);
  return written.map((value) => showValue(value).slice(1));
}

const project = [
  "/srv/project/src/a.ts",
  "/srv/project/src/b.ts",
  "/home/dev/",
  "/etc/passwd",
  "/tmp -> /private/tmp",
  "/private/tmp/",
];

describe("the disk", () => {
  test("is not asked before there is a path", () => {
    const disk = new MemoryDisk(project);
    normalizer(disk).fresh().withLinks(new Map());
    expect(disk.calls).toEqual([]);
  });

  test("is not asked about devices", () => {
    const disk = new MemoryDisk(project);
    for (const device of ["/dev/null", "/dev//stdin", "/dev/fd/3"]) decide(normalizer(disk), device, ["/tmp"]);
    expect(disk.calls).toEqual([]);
  });

  test("is asked few times for a path", () => {
    const disk = new MemoryDisk(project);
    decide(normalizer(disk), "src/a.ts");
    expect(disk.calls).toEqual(["realpath /srv/project", "realpath /srv/project/src/a.ts", "realpath /home/dev"]);
  });

  test("is asked one question for each further path in the same directory", () => {
    const disk = new MemoryDisk(project);
    const paths = normalizer(disk);
    decide(paths, "src/a.ts");
    disk.calls.length = 0;
    decide(paths, "src/b.ts");
    decide(paths, "src/b.ts");
    expect(disk.calls).toEqual(["readlink /srv/project/src/b.ts"]);
  });

  test("resolves few directories for 10,000 paths below one", () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `src/${index}.ts`);
    for (const files of [names.map((name) => `/srv/project/${name}`), []]) {
      const disk = new MemoryDisk([...project, ...files]);
      const paths = normalizer(disk);
      for (const name of names) decide(paths, name);
      expect(disk.calls.filter((call) => call.startsWith("realpath")).length).toBeLessThan(6);
      expect(disk.calls.length).toBeLessThan(10_010);
    }
  });

  test("is not asked again below a directory that is missing", () => {
    const disk = new MemoryDisk(project);
    const paths = normalizer(disk);
    decide(paths, "new/a/1");
    disk.calls.length = 0;
    for (let index = 0; index < 100; index++) decide(paths, `new/a/${index}`);
    expect(disk.calls).toEqual([]);
  });

  test("is asked where rules' directories lead once for all decisions", () => {
    const disk = new MemoryDisk(project);
    const paths = normalizer(disk);
    const directories = ["/tmp", "/opt/a", "/opt/b", "src"];
    decide(paths.fresh(), "src/a.ts", directories);
    disk.calls.length = 0;
    decide(paths.fresh(), "src/a.ts", directories);
    decide(paths.fresh(), "src/a.ts", [...directories]);
    expect(disk.calls.some((call) => /tmp|opt/.test(call))).toBe(false);
  });

  test("is asked where relative rules that ask or deny lead for each decision, where others do now and then", () => {
    const disk = new MemoryDisk(project);
    const paths = normalizer(disk);
    const restricted = ["/tmp/a", "lib"];
    const ask = (list: readonly string[] = restricted): string[] => {
      disk.calls.length = 0;
      const access = paths.fresh().forPath("src/a.ts", { shell: true });
      for (let time = 0; time < 3; time++) access.question("path", "read", [], list);
      return disk.calls.filter((call) => /tmp|lib/.test(call));
    };
    const near = ["readlink /srv/project/lib"];
    expect(ask()).toEqual([
      "readlink /tmp",

      "readlink /private/tmp",
      "readlink /private/tmp/a",
      ...near,
    ]);
    const asked = Array.from({ length: 200 }, () => ask());
    expect(asked.every((calls) => calls.includes(near[0]!))).toBe(true);
    expect(asked.filter((calls) => calls.length > 1).length).toBe(3);

    const many = Array.from({ length: 600 }, (_, index) => `lib/${index}`);
    expect(ask(many).length).toBeGreaterThan(600);
    expect(ask(many)).toEqual([]);
  });

  test("is asked in its own spelling on Windows, and never over the network", () => {
    const disk = new MemoryDisk(["C:/srv/project/a", "C:/Users/dev/"], "win32");
    const paths = normalizer(disk, "win32");
    decide(paths, "a");
    decide(paths, "\\\\server\\share\\x");
    decide(paths, "//server/share/x/../y");
    expect(disk.calls).toEqual([
      "realpath C:\\srv\\project",
      "realpath C:\\srv\\project\\a",
      "realpath C:\\Users\\dev",
    ]);
  });

  test("is asked on the share on which the work is done", () => {
    const disk = new MemoryDisk([], "win32");
    const paths = new PathNormalizer({
      cwd: "\\\\nas\\work",
      home: "C:\\Users\\dev",
      platform: "win32",
      fileSystem: disk,
    });
    decide(paths, "a");
    decide(paths, "\\\\other\\work\\a");
    expect(disk.calls.some((call) => call.includes("\\\\nas\\work\\a"))).toBe(true);
    expect(disk.calls.some((call) => call.includes("other"))).toBe(false);
  });
});

describe("an answer of the disk", () => {
  const broken = (answer: () => unknown): FileSystem => ({
    realpath: answer as () => string,
    readdir: answer as () => string[],
    readlink: answer as () => string,
  });
  const thrown = [
    new Error("no code"),
    Object.assign(new Error("forbidden"), { code: "EACCES" }),
    "a text",
    undefined,
    null,
    {
      get code(): string {
        throw new Error("a trap");
      },
    },
  ];

  test.each(thrown.map((value, index) => [index, value] as const))("that is thrown (%i) counts as none", (_, value) => {
    const raise = () => {
      throw value as Error;
    };
    const paths = normalizer(broken(raise));
    expect(decide(paths, "a/../b")).toEqual(["/srv/project/b", "b"]);
    expect(paths.expandGlob([{ kind: "star" }], { bases: [""], shell: true })).toBeNull();
  });

  test.each([[""], ["relative"], [7], [null], [["a"]], [{}]])("of another kind (%j) counts as none", (value) => {
    expect(decide(normalizer(broken(() => value)), "a/b")[0]).toMatch(/^\//);
  });

  test("about a link that is wrong does not hide where the link leads", () => {
    const disk = new MemoryDisk([...project, "/srv/project/l -> /etc"]);
    const forgetful: FileSystem = {
      realpath: (path) => disk.realpath(path),
      readdir: (path) => disk.readdir(path),
      readlink: () => {
        throw new Error("not implemented");
      },
    };
    const paths = normalizer(forgetful);
    decide(paths, "x");
    expect(decide(paths, "l")).toEqual(["/etc"]);
    expect(decide(paths, "l/passwd")).toEqual(["/etc/passwd"]);
  });

  test("leaves a link without its target as the file that it seems to be, where links cannot be read", () => {
    const disk = new MemoryDisk([...project, "/srv/project/draft -> /opt/new", "/srv/project/l -> /etc"]);
    const simple: FileSystem = { realpath: (path) => disk.realpath(path), readdir: (path) => disk.readdir(path) };
    expect(decide(normalizer(disk), "draft")).toEqual(["/opt/new"]);
    expect(decide(normalizer(simple), "draft")).toEqual(["/srv/project/draft", "draft"]);
    expect(decide(normalizer(simple), "l/passwd")).toEqual(["/etc/passwd"]);
    const made = normalizer(simple).withLinks(new Map([["h", "l"]]));
    expect(decide(made, "h/passwd")).toEqual(["(/etc/passwd|/srv/project/h/passwd)", "(/etc/passwd|h/passwd)"]);
  });

  test("that a directory is forbidden keeps the rest of the path below its nearest ancestor", () => {
    const disk = new MemoryDisk([...project, "/srv/project/l -> /root/secret"]);
    const strict: FileSystem = {
      realpath: (path) => (path.startsWith("/root/") ? forbidden() : disk.realpath(path)),
      readdir: (path) => disk.readdir(path),
      readlink: (path) => (path.startsWith("/root/") ? forbidden() : disk.readlink(path)),
    };
    expect(decide(normalizer(strict), "l/x")).toEqual(["/root/secret/x"]);
  });
});

function forbidden(): never {
  throw Object.assign(new Error("EACCES"), { code: "EACCES" });
}

describe("a hostile path", () => {
  const platforms = ["linux", "darwin", "win32"] as const;
  const texts: Record<string, string> = {
    "of 100 KB of directories": "a/".repeat(50_000),
    "of 1 MB in one name": "a".repeat(1_000_000),
    "of 1 MB of parents": "../".repeat(333_333),
    "of 30 KB of directories and parents": "a/../".repeat(6_000),
    "with NUL": "src/\0/a",
    "with lone surrogates": "\uD800/\uDC00x/\uD800",
    "of separators": "/".repeat(30_000),
    "of blanks": " ".repeat(30_000),
    "of percent signs": "%".repeat(30_000),
    "of tildes": "~".repeat(30_000),
    "of colons": ":".repeat(30_000),
    "of dots": `${"./".repeat(900)}${".".repeat(20_000)}`,
    "of mention signs": "@".repeat(30_000),
    "that names a prototype": "__proto__/constructor",
    empty: "",
  };

  test.each(Object.keys(texts))("%s gets an answer", (name) => {
    const text = texts[name] ?? "";
    const hole = { kind: "characters", min: 0, max: null } as const;
    for (const platform of platforms) {
      for (const shell of [true, false]) {
        const disk = new MemoryDisk([], platform);
        const paths = normalizer(disk, platform);
        const accesses = [
          paths.forPath(text, { shell }),
          paths.forPath(text, { shell, base: text }),
          paths.forValue([text, hole, text], { bases: ["", text], shell }),
          paths.forValue([text], { bases: null, shell }),
          paths
            .withLinks(
              new Map([
                [text, text],
                ["a", text],
              ]),
            )
            .forPath("a/b", { shell }),
        ];
        for (const access of accesses) {
          expect(access.question("path", "read", [text.slice(0, 1_000)]).written.length).toBeGreaterThan(0);
          expect([true, false, "unknown"]).toContain(access.isOutside());
          expect(access.value().length + access.boundaryValue().length).toBeGreaterThanOrEqual(0);
        }
        expect(disk.calls.length).toBeLessThan(20_000);
      }
    }
  });

  test("that is too long to be opened may be anything, and costs no look at the disk", () => {
    const disk = new MemoryDisk(project);
    const path = normalizer(disk).forPath("a/".repeat(50_000));
    expect(path.isOutside()).toBe("unknown");
    expect(path.question("read", "read", []).written.map(showValue)).toEqual(["…"]);
    expect(disk.calls.filter((call) => call.includes("a/a"))).toEqual([]);
  });

  test("with more choices than are worth following may be anything", () => {
    const choice = { kind: "choice", options: [["a"], ["b"]] } as const;
    const many = normalizer(new MemoryDisk(project)).forValue(
      Array.from({ length: 7 }, () => choice),
      { bases: [""], shell: true },
    );
    expect(many.question("read", "read", []).written.map(showValue)).toEqual(["…"]);
    expect(many.isOutside()).toBe("unknown");
  });

  test("of links that lead to each other without end is given up", () => {
    const disk = new MemoryDisk([...project, "/srv/project/a -> b/b", "/srv/project/b -> a/a"]);
    expect(decide(normalizer(disk), "a/x")[0]).toMatch(/^\/srv\/project\//);
    expect(disk.calls.length).toBeLessThan(200);
  });
});
