import { expect, test } from "vitest";
import { showProgress } from "./progress";

function recorded(isTTY: boolean) {
  let written = "";
  let now = 0;
  const out = { isTTY, write: (text: string) => (written += text) };
  const progress = showProgress(out, () => now);
  return {
    progress,
    pass: (ms: number) => (now += ms),
    written: () => written,
  };
}

test("a terminal gets one bar that is redrawn in its line", () => {
  const { progress, pass, written } = recorded(true);
  progress.step("Reading");
  pass(1_000);
  progress.at(1, 2);
  pass(500);
  progress.end();
  expect(written()).toBe(
    "Reading …\r\u001b[KReading [###############...............] 50 %\r\u001b[KReading: done in 1.5 s\n",
  );
});

test("elsewhere a long step tells its share every few seconds, in plain lines", () => {
  const { progress, pass, written } = recorded(false);
  progress.step("Reading");
  pass(1_000);
  progress.at(1, 10);
  pass(5_000);
  progress.at(6, 10);
  progress.step("Checking");
  expect(written()).toBe(
    "Reading …\nReading: 60 %\nReading: done in 6.0 s\nChecking …\n",
  );
});
