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
