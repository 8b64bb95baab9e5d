import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

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

function* specsOf({ suites = [], specs = [] }) {
  yield* specs;
  for (const suite of suites) yield* specsOf(suite);
}

/** Seconds per file and project of a Playwright JSON report: `{file, seconds}` each. */
export function playwrightTimes({ suites }) {
  const seconds = new Map();
  for (const suite of suites) {
    const tests = [...specsOf(suite)].flatMap((spec) => spec.tests);
    for (const { projectName, results } of tests) {
      const file = `e2e/${suite.file} (${projectName})`;
      const spent = results.reduce((sum, { duration }) => sum + duration, 0);
      seconds.set(file, (seconds.get(file) ?? 0) + spent / 1000);
    }
  }
  return [...seconds].map(([file, spent]) => ({ file, seconds: spent }));
}

const LINES_OF_A_FAILURE = 30;

function firstLines(text) {
  return stripVTControlCharacters(text)
    .split("\n")
    .slice(0, LINES_OF_A_FAILURE)
    .map((line) => `    ${line}`.trimEnd())
    .join("\n");
}

/** What failed in a vitest JSON report and why, as text: one for each failed test, and for each file that did not load. */
export function vitestFailures({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name);
    const failed = assertionResults.filter((one) => one.status === "failed");
    if (status === "failed" && failed.length === 0) {
      return [`${file}\n${firstLines(message)}`];
    }
    return failed.map(
      ({ fullName, failureMessages }) =>
        `${file} › ${fullName}\n${firstLines(failureMessages.join("\n"))}`,
    );
  });
}

/** What failed in a Playwright JSON report and why, as {@link vitestFailures}. */
export function playwrightFailures({ suites, errors }) {
  const ofTests = suites.flatMap((suite) =>
    [...specsOf(suite)].flatMap(({ title, line, tests }) =>
      tests
        .filter(({ status }) => status === "unexpected")
        .map(({ projectName, results }) => {
          const messages = results.flatMap((result) =>
            (result.errors ?? []).map(({ message }) => message ?? ""),
          );
          return `e2e/${suite.file}:${line} (${projectName}) › ${title}\n${firstLines(messages.join("\n"))}`;
        }),
    ),
  );
  return [
    ...ofTests,
    ...errors.map(({ message }) => firstLines(message ?? "")),
  ];
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
