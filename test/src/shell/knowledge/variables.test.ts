import { describe, expect, it } from "vitest";
import { assignmentEffect, programIn } from "../../../../src/shell/knowledge/read-command.ts";
import { ANY_CHARACTERS } from "../../../../src/text.ts";

describe("an assignment before a command", () => {
  it.each([
    ["LD_PRELOAD", "./x.so"],
    ["DYLD_INSERT_LIBRARIES", "x"],
    ["PATH", "./bin"],
    ["PATH", "/srv/bin:/usr/bin"],
    ["PATH", ""],
    ["IFS", ","],
    ["BASH_ENV", "./x"],
    ["GIT_PAGER", "./payload"],
    ["GIT_PAGER", "less; rm x"],
    ["PAGER", "sh -c x"],
    ["GIT_SSH_COMMAND", "sh -c ./x"],
    ["GIT_CONFIG_COUNT", "1"],
    ["GIT_CONFIG_KEY_0", "core.fsmonitor"],
    ["EDITOR", "vim"],
    ["NODE_OPTIONS", "--require ./x.js"],
    ["NODE_OPTIONS", "--max-old-space-size=4096 --import=./x.js"],
    ["PERL5OPT", "-Mx"],
    ["PYTHONPATH", "/tmp/x"],
    ["PYTHONPATH", "src:/tmp/x"],
    ["JAVA_HOME", "/tmp/jdk"],
    ["JAVA_HOME", "/usr/lib/jvm/../../../tmp/jdk"],
    ["KUBECONFIG", "./kubeconfig"],
    ["CFLAGS", "-fplugin=./x.so"],
    ["CFLAGS", "-Wl,-plugin,./x.so"],
    ["BORG_RSH", "rm x"],
    ["GOFLAGS", "-toolexec=./x"],
    ["GOFLAGS", "-mod=vendor -exec ./x"],
    ["RUSTC_WRAPPER", "./x"],
    ["CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER", "./x"],
    ["npm_config_script_shell", "./x"],
    ["JAVA_TOOL_OPTIONS", "-javaagent:x.jar"],
    ["BASH_FUNC_ls%%", "() { rm x; }"],
    ["LESSOPEN", "|rm x"],
    ["MAKEFLAGS", "SHELL=./x"],
    ["PYTHONWARNINGS", "error:::x.y"],
    ["PYTHONWARNINGS", "error::x.y"],
    ["GOPROXY", "http://localhost"],
    ["CC_aarch64_unknown_linux_gnu", "./x"],
    ["HUSKY", "0"],
    ["SKIP", "lint"],
    ["COVERAGE_FILE", "/home/u/x"],
    ["CARGO_TARGET_DIR", "target"],
    ["CARGO_PROFILE_DEV_RUSTFLAGS", "-Clinker=x"],
    ["PYTEST_ADDOPTS", "-p x"],
    ["TF_CLI_ARGS", "-chdir=x"],
    ["RUSTUP_TOOLCHAIN", "/home/u/x"],
    ["UV_PROJECT_ENVIRONMENT", "/home/u/x"],
    ["BUNDLE_PATH", "/home/u/x"],
    ["FOO_PAGER", "x"],
  ])("%s=%s makes it run something else", (name, value) => {
    expect(assignmentEffect(name, [value])).toBe("runs-commands");
  });

  it.each([
    ["CI", "true"],
    // The more special name wins over `CARGO_*`, `HELM_*` and their like.
    ["CARGO_PROFILE_DEV_DEBUG", "0"],
    ["HELM_NAMESPACE", "web"],
    ["COMPOSER_MEMORY_LIMIT", "-1"],
    ["CTEST_OUTPUT_ON_FAILURE", "1"],
    ["PYTEST_ADDOPTS", "-x -q --tb=short"],
    ["TF_CLI_ARGS_plan", "-parallelism=4 -no-color -input=false"],
    ["RUSTUP_TOOLCHAIN", "nightly"],
    ["UV_PROJECT_ENVIRONMENT", ".venv"],
    ["BUNDLE_PATH", "vendor/bundle"],
    ["PYTHONPATH", "src:./lib:"],
    ["JAVA_HOME", "/usr/lib/jvm/java-17-openjdk"],
    ["CFLAGS", "-O2 -march=native -Wall -fPIC"],
    ["RUST_LOG", "debug"],
    ["LC_ALL", "C"],
    ["TZ", "UTC"],
    ["NODE_ENV", "test"],
    ["AWS_PROFILE", "prod"],
    ["PGPASSWORD", "a b"],
    ["GH_PAGER", ""],
    ["PAGER", "cat"],
    ["GIT_PAGER", "less -R"],
    ["GIT_EDITOR", "true"],
    ["GIT_EDITOR", ":"],
    ["IFS", ""],
    ["IFS", "\n"],
    ["PATH", "/usr/bin:/bin"],
    ["LD_PRELOAD", ""],
    ["GOFLAGS", "-mod=vendor"],
    ["NODE_OPTIONS", "--max-old-space-size=4096"],
    ["PYTHONPATH", "src"],
    ["npm_config_loglevel", "silent"],
    ["GIT_CONFIG_GLOBAL", "/dev/null"],
    ["MAKEFLAGS", "-j4"],
    ["DEBIAN_FRONTEND", "noninteractive"],
    ["GIT_AUTHOR_NAME", "A B"],
    ["PYTHONWARNINGS", "ignore::DeprecationWarning"],
    ["GOPROXY", "direct"],
    ["CC_aarch64_unknown_linux_gnu", "clang"],
    ["HUSKY", "1"],
    ["SKIP", "1"],
    ["COVERAGE_FILE", ".coverage"],
  ])("%s=%s changes nothing of what runs", (name, value) => {
    expect(assignmentEffect(name, [value])).toBe("harmless");
  });

  it("is judged by its name alone where its value is not known", () => {
    expect(assignmentEffect("PAGER")).toBe("runs-commands");
    expect(assignmentEffect("PAGER", ["cat", ANY_CHARACTERS])).toBe("runs-commands");
    expect(assignmentEffect("CI", [ANY_CHARACTERS])).toBe("harmless");
  });

  it("of a variable that is not listed is not known", () => {
    expect(assignmentEffect("MY_SETTING", ["x"])).toBe("unknown");
    expect(assignmentEffect("constructor", ["x"])).toBe("unknown");
  });
});

describe("the program in a variable", () => {
  it.each([
    ["GIT_PAGER", "rm x", "rm x"],
    ["CC", "rm x", "rm x"],
    ["RSYNC_CONNECT_PROG", "rm x", "rm x"],
    ["TAR_OPTIONS", "-I rm", "tar -I rm"],
    ["MAKEFLAGS", "--eval=$(shell rm x)", "make '--eval=$(shell rm x)'"],
    ["VIMINIT", ":!rm x", "vim -c ':!rm x'"],
    ["FZF_DEFAULT_OPTS", "--preview 'rm x'", "fzf --preview 'rm x'"],
    ["GOFLAGS", "-toolexec=rm;x", "go build -toolexec=rm\\;x"],
    ["LD_PRELOAD", "./x.so", null],
    ["NODE_ENV", "test", null],
  ])("%s=%s is %j", (name, value, program) => {
    expect(programIn(name, value)).toBe(program);
  });
});
