// @vitest-environment happy-dom
import { render, screen } from "@testing-library/react";
import { Component, type ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isLeftAlone, loadWithoutScripts } from "./scripts-run";
import {
  ErrorGuard,
  HydrationGuard,
  usePageRendered,
  type PageKind,
} from "./hydration-guard";

const onFailure = vi.fn();
const report = vi.fn();

beforeEach(() => {
  onFailure.mockReset();
  report.mockReset().mockResolvedValue(undefined);
  // React writes each error to the console.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

function Drawn({ kind, error }: { kind: PageKind; error?: unknown }) {
  usePageRendered(kind, error);
  return <p>{kind}</p>;
}

function Broken({ error }: { error: Error | null }) {
  if (error) throw error;
  return <p>whole</p>;
}

/** As a framework does: an error page in the place of a page that fails. */
class Framework extends Component<
  { children: ReactNode },
  { error: unknown; hasFailed: boolean }
> {
  override state = { error: undefined, hasFailed: false };
  static getDerivedStateFromError(error: unknown) {
    return { error, hasFailed: true };
  }
  override render() {
    return this.state.hasFailed ? (
      <Drawn kind="error-page" error={this.state.error} />
    ) : (
      this.props.children
    );
  }
}

function takeOver(sent: PageKind, children: ReactNode) {
  return (
    <HydrationGuard sent={sent} onFailure={onFailure} report={report}>
      {children}
    </HydrationGuard>
  );
}

const fault = new TypeError("r.at is not a function");

test.each(["page", "error-page"] as const)(
  "a hydration that renders the %s that was sent has not failed",
  (kind) => {
    render(takeOver(kind, <Drawn kind={kind} />));
    expect(onFailure).not.toHaveBeenCalled();
  },
);

test("an error page in the place of a page is a failure, with its error", () => {
  render(
    takeOver(
      "page",
      <Framework>
        <Drawn kind="page" />
        <Broken error={fault} />
      </Framework>,
    ),
  );
  expect(onFailure.mock.calls).toEqual([[fault]]);
});

test("a page that nobody has drawn is a failure", () => {
  render(takeOver("page", <p>Application Error</p>));
  expect(onFailure).toHaveBeenCalledTimes(1);
});

test("an error that nothing else catches is a failure", () => {
  render(takeOver("page", <Broken error={fault} />));
  expect(onFailure).toHaveBeenCalledWith(fault);
});

test("while scripts take over a guard lets an error through to the page", () => {
  render(
    takeOver(
      "page",
      <Framework>
        <Drawn kind="page" />
        <ErrorGuard part="panel">
          <Broken error={fault} />
        </ErrorGuard>
      </Framework>,
    ),
  );
  expect(onFailure.mock.calls).toEqual([[fault]]);
});

test("later an error of a panel is its own, told, and tried again with what comes next", () => {
  const page = (error: Error | null) =>
    takeOver(
      "page",
      <>
        <Drawn kind="page" />
        <ErrorGuard part="panel">
          <Broken error={error} />
        </ErrorGuard>
      </>,
    );
  const { rerender } = render(page(null));
  rerender(page(fault));
  expect(screen.getByRole("alert").textContent).toContain(
    "This part of the page could not be shown.",
  );
  expect(screen.getByText("page")).toBeTruthy();
  expect(report.mock.calls).toEqual([["panel", fault]]);
  expect(onFailure).not.toHaveBeenCalled();

  rerender(page(null));
  expect(screen.getByText("whole")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a part may have its own answer to an error", async () => {
  const onError = vi.fn();
  render(
    <ErrorGuard part="page" fallback={<p>gone</p>} onError={onError}>
      <Broken error={fault} />
    </ErrorGuard>,
  );
  expect(screen.getByText("gone")).toBeTruthy();
  await vi.waitFor(() => expect(onError).toHaveBeenCalledTimes(1));
});

describe("after a hydration that failed", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    sessionStorage.clear();
  });

  function reload() {
    return vi.spyOn(window.location, "reload").mockReturnValue(undefined);
  }

  test("a page that is loaded without scripts is left alone once", () => {
    const reloaded = reload();
    expect(isLeftAlone()).toBe(false);
    expect(loadWithoutScripts()).toBe(true);
    expect(reloaded).toHaveBeenCalledTimes(1);
    expect(isLeftAlone()).toBe(true);
    expect(isLeftAlone()).toBe(false);
  });

  test("another page is not", () => {
    reload();
    loadWithoutScripts();
    vi.spyOn(window.location, "pathname", "get").mockReturnValue("/users");
    expect(isLeftAlone()).toBe(false);
  });

  test("a browser that keeps nothing does not load the page again and again", () => {
    const reloaded = reload();
    vi.stubGlobal("sessionStorage", undefined);
    expect(loadWithoutScripts()).toBe(false);
    expect(isLeftAlone()).toBe(false);
    expect(reloaded).not.toHaveBeenCalled();
  });
});
