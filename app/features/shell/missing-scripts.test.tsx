// @vitest-environment happy-dom
import { useLocation } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import {
  act,
  cleanup,
  fireEvent,
  render,
  screen,
} from "@testing-library/react";
import { expect, test, vi, describe, beforeEach } from "vitest";
import { SearchBox } from "./header";
import { SessionKeeper } from "./session-clock/session-keeper";

const fetched = vi.hoisted(() => vi.fn());

vi.mock("./search/search-popup", () => {
  fetched();
  throw new Error("blocked on its way");
});

function Page() {
  const { pathname, search } = useLocation();
  return (
    <>
      <SearchBox siteName="Sojourn" onLoading={() => undefined} />
      <p data-testid="address">{pathname + search}</p>
    </>
  );
}

test("without the script of its list the form goes on working, and nothing is left unhandled", async () => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  const Stub = createRemixStub([{ path: "*", Component: Page }]);
  render(<Stub initialEntries={["/users"]} />);
  const field = screen.getByRole<HTMLInputElement>("combobox", {
    expanded: false,
  });
  act(() => field.focus());
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled());
  fireEvent.input(field, { target: { value: "elm" } });
  fireEvent.submit(field.form!);
  await vi.waitFor(() =>
    expect(screen.getByTestId("address").textContent).toBe("/search?q=elm"),
  );
  expect(screen.getByRole("searchbox")).toBe(field);
  expect(field.value).toBe("elm");
  expect(unhandled).not.toHaveBeenCalled();
  process.off("unhandledRejection", unhandled);
});

vi.mock("./session-clock/running-clock", () => ({ RunningClock: () => null }));

describe("a session's clock", () => {
  const WHOLE_MS = 15 * 60_000;
  const HREF = "/left-open?from=%2Fregion-profile%2F2";
  const assign = vi.fn();

  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(window.location, "assign").mockImplementation(assign);
    assign.mockClear();
  });

  function show(): void {
    render(
      <SessionKeeper
        csrfToken="csrf"
        session={{
          mark: "one",
          remainingMs: WHOLE_MS,
          leavesInMs: WHOLE_MS,
          leavesAtText: "03:45 PM",
          leftOpenHref: HREF,
        }}
      />,
    );
  }

  /** The clock's script has come, or it is known that it does not. */
  async function untilFetched(): Promise<void> {
    await act(() =>
      import("./session-clock/running-clock").catch(() => undefined),
    );
    await act(() => Promise.resolve());
  }

  test("a page whose clock does not come in time leaves by itself", () => {
    show();
    vi.advanceTimersByTime(WHOLE_MS - 1);
    expect(assign).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(assign).toHaveBeenCalledWith(HREF);
  });

  test("a page with a clock leaves that to it", async () => {
    show();
    await untilFetched();
    vi.advanceTimersByTime(WHOLE_MS);
    expect(assign).not.toHaveBeenCalled();
  });

  test("what stands by for scripts that do not come is told that they came", () => {
    show();
    expect(document.documentElement.dataset.clock).toBe("coming");
    cleanup();
    expect(document.documentElement.dataset.clock).toBeUndefined();
  });

  test("a page whose clock is blocked leaves by itself", async () => {
    vi.resetModules();
    vi.doMock("./session-clock/running-clock", () =>
      Promise.reject(new Error("blocked")),
    );
    show();
    await untilFetched();
    vi.advanceTimersByTime(WHOLE_MS);
    expect(assign).toHaveBeenCalledWith(HREF);
  });
});
