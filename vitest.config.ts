import { defineConfig } from "vitest/config";

/** Where to write the results as JSON besides showing them; the CI script counts them. */
const report = process.env["TEST_REPORT"];

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    benchmark: { include: ["test/bench/**/*.bench.ts"] },
    // Generous, because no test measures time and a busy machine must not change a result.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: report ? ["default", ["json", { outputFile: report }]] : ["default"],
    coverage: { include: ["src/**", "compiler/**"], reportsDirectory: "coverage" },
  },
});
