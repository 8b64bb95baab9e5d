import { relative } from "node:path";

/** Counts of a vitest JSON report. A file that failed before its first test counts as one failure. */
export function vitestCounts(report) {
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" &&
      !assertionResults.some((result) => result.status === "failed"),
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Counts of a Playwright JSON report. An error outside of every test counts as one failure. */
export function playwrightCounts({ stats, errors }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  };
}

/** Seconds per file of a vitest JSON report: `{file, seconds}` each. */
export function vitestTimes({ testResults }) {
  return testResults.map(({ name, startTime, endTime }) => ({
    file: relative(process.cwd(), name),
    seconds: (endTime - startTime) / 1000,
  }));
}

function* testsOf({ suites = [], specs = [] }) {
  for (const { tests } of specs) yield* tests;
  for (const suite of suites) yield* testsOf(suite);
}

/** Seconds per file and project of a Playwright JSON report: `{file, seconds}` each. */
export function playwrightTimes({ suites }) {
  const seconds = new Map();
  for (const suite of suites) {
    for (const { projectName, results } of testsOf(suite)) {
      const file = `e2e/${suite.file} (${projectName})`;
      const spent = results.reduce((sum, { duration }) => sum + duration, 0);
      seconds.set(file, (seconds.get(file) ?? 0) + spent / 1000);
    }
  }
  return [...seconds].map(([file, spent]) => ({ file, seconds: spent }));
}

const SLOWEST = 20;

/** The files that took longest, as lines of a table. */
export function slowestTable(times) {
  const slowest = [...times]
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${file}`);
  return slowest.length > 0
    ? `The files that took longest:\n${slowest.join("\n")}\n`
    : "";
}
