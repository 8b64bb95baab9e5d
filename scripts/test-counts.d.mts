interface FileTime {
  file: string;
  seconds: number;
}

export function vitestTimes(report: {
  testResults: { name: string; startTime: number; endTime: number }[];
}): FileTime[];

interface PlaywrightSuite {
  specs?: {
    tests: { projectName: string; results: { duration: number }[] }[];
  }[];
  suites?: PlaywrightSuite[];
}

export function playwrightTimes(report: {
  suites: (PlaywrightSuite & { file: string })[];
}): FileTime[];

export function slowestTable(times: readonly FileTime[]): string;
