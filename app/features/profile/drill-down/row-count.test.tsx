// @vitest-environment happy-dom
import { act, cleanup, render } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { testProfileView } from "../testing/profile-view";
import { RowCount } from "./row-count";
import type { ProfileView } from "../profile-view";

afterEach(cleanup);

/** The change is said by then. */
const SAID_WITHIN_MS = 10_000;

function counted(count: string, frailtyFilter: ProfileView["frailtyFilter"]) {
  const { list } = testProfileView();
  if (list.state !== "data") throw new Error("the example has a list");
  return testProfileView({
    frailtyFilter,
    list: { state: "data", data: { ...list.data, count } },
  });
}

test("patients are counted aloud with the filter once that is chosen", async () => {
  const { container, rerender } = render(
    <RowCount view={counted("5 patients", "all")} />,
  );
  const said = () => container.querySelector("[aria-live]")?.textContent;
  expect(said()).toBe("");
  rerender(<RowCount view={counted("0 of 5 patients", "high")} />);
  expect(container.textContent).toBe("0 of 5 patients");
  await expect
    .poll(said, { timeout: SAID_WITHIN_MS })
    .toBe("0 of 5 patients, frailty High");
});

test("nothing is said of a list that failed", async () => {
  vi.useFakeTimers();
  const { container, rerender } = render(
    <RowCount view={counted("5 patients", "all")} />,
  );
  const failed = testProfileView({
    frailtyFilter: "high",
    list: { state: "error", message: "It failed." },
  });
  rerender(<RowCount view={failed} />);
  act(() => {
    vi.advanceTimersByTime(SAID_WITHIN_MS);
  });
  expect(container.textContent).toBe("");
  vi.useRealTimers();
});
