import { expect, it } from "vitest";
import {
  playwrightFailures,
  playwrightTimes,
  slowestTable,
  vitestFailures,
  vitestTimes,
} from "./test-counts.mjs";

it("tells the twenty files that took longest, the longest first", () => {
  const times = Array.from({ length: 25 }, (_, at) => ({
    file: `file-${at}.test.ts`,
    seconds: at,
  }));
  const lines = slowestTable(times).trimEnd().split("\n");
  expect(lines).toHaveLength(21);
  expect(lines[1]).toBe("    24.0 s  file-24.test.ts");
  expect(lines.at(-1)).toBe("     5.0 s  file-5.test.ts");
  expect(slowestTable([])).toBe("");
});

it("reads the seconds of a file from either runner's report", () => {
  const name = `${process.cwd()}/app/some.test.ts`;
  expect(
    vitestTimes({ testResults: [{ name, startTime: 1_000, endTime: 3_500 }] }),
  ).toEqual([{ file: "app/some.test.ts", seconds: 2.5 }]);

  const test = (projectName: string, ...durations: number[]) => ({
    projectName,
    results: durations.map((duration) => ({ duration })),
  });
  const suites = [
    {
      file: "login.spec.ts",
      specs: [{ tests: [test("scripts", 500)] }],
      suites: [{ specs: [{ tests: [test("scripts", 250, 250)] }] }],
    },
    { file: "login.spec.ts", specs: [{ tests: [test("no-scripts", 100)] }] },
  ];
  expect(playwrightTimes({ suites })).toEqual([
    { file: "e2e/login.spec.ts (scripts)", seconds: 1 },
    { file: "e2e/login.spec.ts (no-scripts)", seconds: 0.1 },
  ]);
});

it("tells what failed and why from either runner's report", () => {
  const name = `${process.cwd()}/app/some.test.ts`;
  const passed = { status: "passed", fullName: "adds", failureMessages: [] };
  const failed = {
    status: "failed",
    fullName: "takes away",
    failureMessages: ["\u001b[31mexpected 1\u001b[39m\nto be 2"],
  };
  expect(
    vitestFailures({
      testResults: [
        { name, status: "failed", assertionResults: [passed, failed] },
        { name, status: "failed", message: "no file", assertionResults: [] },
      ],
    }),
  ).toEqual([
    "app/some.test.ts › takes away\n    expected 1\n    to be 2",
    "app/some.test.ts\n    no file",
  ]);

  const suite = {
    file: "login.spec.ts",
    specs: [
      {
        title: "signs in",
        line: 7,
        tests: [
          { projectName: "scripts", status: "expected", results: [] },
          {
            projectName: "no-scripts",
            status: "unexpected",
            results: [{ errors: [{ message: "no such button" }] }],
          },
        ],
      },
    ],
  };
  const errors = [{ message: "no server" }];
  expect(playwrightFailures({ suites: [suite], errors })).toEqual([
    "e2e/login.spec.ts:7 (no-scripts) › signs in\n    no such button",
    "    no server",
  ]);
});
