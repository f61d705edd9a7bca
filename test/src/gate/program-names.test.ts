/** Names of files in programs of other languages, below the home directory as a program or a shell that it starts has it. */
import { describe, expect, test } from "vitest";
import { decideBash } from "./open-gate.ts";

const POLICY = "default: allow\nwrapper: allow *\npath: deny ~/.aws/\n";

describe("a file below the home directory is denied to a program that names it", () => {
  test.each([
    `python3 -c "import os; os.system('cat ~/.aws/credentials')"`,
    `python3 -c "import os; print(open(os.path.expanduser('~/.aws/credentials')).read())"`,
    `python3 -c 'import os; print(open(os.path.expandvars("$HOME/.aws/credentials")).read())'`,
    `python3 - <<< "open('/home/dev/.aws/credentials')"`,
    `node -e 'require("child_process").execSync("cat \${HOME}/.aws/credentials")'`,
    "perl -e 'print `cat ~/.aws/credentials`'",
    `ruby -e 'puts File.read(File.expand_path("~/.aws/credentials"))'`,
    "vim -es -c 'r ~/.aws/credentials' -c '%p' -c 'q!'",
    `emacs --batch --eval '(insert-file-contents "~/.aws/credentials")'`,
    `psql -c '\\i ~/.aws/credentials'`,
    "gdb -batch -ex 'source ~/.aws/credentials'",
    `duckdb -c "select * from read_text('~/.aws/credentials')"`,
  ])("`%s`", async (command) => {
    expect((await decideBash(POLICY, command)).action).toBe("deny");
  });

  test.each([`python3 -c "print('~/.awsome')"`, `node -e "console.log('~/aws', '~')"`, "perl -e 'print 1 =~ /aws/'"])(
    "and no other: `%s`",
    async (command) => {
      expect((await decideBash(POLICY, command)).action).toBe("allow");
    },
  );
});
