interface FileTime {
  file: string;
  seconds: number;
}

export function vitestTimes(report: {
  testResults: { name: string; startTime: number; endTime: number }[];
}): FileTime[];

export function vitestFailures(report: {
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: {
      status: string;
      fullName: string;
      failureMessages: string[];
    }[];
  }[];
}): string[];

interface PlaywrightSuite<Test> {
  specs?: { title?: string; line?: number; tests: Test[] }[];
  suites?: PlaywrightSuite<Test>[];
}

export function playwrightTimes(report: {
  suites: (PlaywrightSuite<{
    projectName: string;
    results: { duration: number }[];
  }> & { file: string })[];
}): FileTime[];

export function playwrightFailures(report: {
  suites: (PlaywrightSuite<{
    projectName: string;
    status: string;
    results: { errors?: { message?: string }[] }[];
  }> & { file: string })[];
  errors: { message?: string }[];
}): string[];

export function slowestTable(times: readonly FileTime[]): string;
