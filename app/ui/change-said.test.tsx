// @vitest-environment happy-dom
import { act, cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ChangeSaid } from "./change-said";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function pass(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

test("nothing is said of the first text", () => {
  const { container } = render(<ChangeSaid text="106 patients" />);
  pass(1_000);
  expect(container.textContent).toBe("");
});

test("another text is said after what has changed with it, and is gone when it was spoken", () => {
  const { container, rerender } = render(<ChangeSaid text="106 patients" />);
  rerender(<ChangeSaid text="5 of 106 patients" />);
  expect(container.textContent).toBe("");
  pass(500);
  expect(container.querySelector("[aria-live=polite]")?.textContent).toBe(
    "5 of 106 patients",
  );
  pass(10_000);
  expect(container.textContent).toBe("");
});

test("only the last of several is said", () => {
  const { container, rerender } = render(<ChangeSaid text="106 patients" />);
  rerender(<ChangeSaid text="5 of 106 patients" />);
  pass(300);
  rerender(<ChangeSaid text="40 of 106 patients" />);
  pass(300);
  expect(container.textContent).toBe("");
  pass(200);
  expect(container.textContent).toBe("40 of 106 patients");
});
