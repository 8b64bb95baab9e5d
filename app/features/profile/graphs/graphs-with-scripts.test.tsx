// @vitest-environment happy-dom
import { createRemixStub } from "@remix-run/testing";
import { Link, useLocation } from "@remix-run/react";
import {
  act,
  cleanup,
  fireEvent,
  render,
  screen,
} from "@testing-library/react";
import { useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, test, vi } from "vitest";
import { GraphCard, GraphToggle } from "./graph-section";
import type { ProfileView } from "../profile-view";
import { testGraphsView } from "../testing/graphs-view";
import { testProfileView } from "../testing/profile-view";

let react: ReturnType<typeof hydrateRoot> | undefined;

afterEach(() => {
  act(() => react?.unmount());
  react = undefined;
  cleanup();
  document.body.innerHTML = "";
});

describe("the card of a graph", () => {
  /** A card that the server has drawn and scripts have taken over; shows it with another view, and says what failed. */
  async function takenOver(first: Partial<ProfileView>) {
    let setView: (view: ProfileView) => void = () => undefined;
    function Page() {
      const [view, set] = useState(() => testProfileView(first));
      setView = set;
      return (
        <GraphCard view={view} tag="rth_30" size="small" isLoading={false} />
      );
    }
    const stub = () => {
      const Stub = createRemixStub([{ path: "/", Component: Page }]);
      return <Stub />;
    };
    const root = document.createElement("div");
    // A server has no document.
    vi.stubGlobal("document", undefined);
    const markup = renderToString(stub());
    vi.unstubAllGlobals();
    root.innerHTML = markup;
    document.body.append(root);
    const failures: unknown[] = [];
    await act(async () => {
      react = hydrateRoot(root, stub(), {
        onRecoverableError: (error) => failures.push(error),
      });
    });
    return {
      failures,
      show: (more: Partial<ProfileView>) =>
        act(async () => setView(testProfileView(more))),
    };
  }

  const FAILED = { state: "error", message: "told by the shell" } as const;
  const hrefOf = (name: string) =>
    screen.getByRole("link", { name }).getAttribute("href");

  test("asks again for the page as it is now, not as the server sent it", async () => {
    const { failures, show } = await takenOver({ graphs: FAILED });
    expect(hrefOf("Try again")).toBe("/region-profile/2");
    await show({ graphs: FAILED, frailtyFilter: "high" });
    expect(hrefOf("Try again")).toBe("/region-profile/2?frailty=high");
    // The list tells of it then, for all panels.
    await show({ graphs: FAILED, list: FAILED });
    expect(screen.queryByRole("link", { name: "Try again" })).toBeNull();
    expect(failures).toEqual([]);
  });

  test("offers to clear filters that came after the server had drawn it without results", async () => {
    const { failures, show } = await takenOver({ graphs: { state: "empty" } });
    const clear = () => screen.queryByRole("link", { name: "Clear filters" });
    expect(clear()).toBeNull();
    await show({ graphs: { state: "empty" }, frailtyFilter: "high" });
    expect(clear()).not.toBeNull();
    expect(failures).toEqual([]);
  });

  test("draws the graph that came at the second try", async () => {
    const { failures, show } = await takenOver({ graphs: FAILED });
    await show({ graphs: { state: "data", data: testGraphsView() } });
    expect(await screen.findByRole("img")).toBeTruthy();
    expect(screen.queryByText(/not retrieved/)).toBeNull();
    expect(failures).toEqual([]);
  });
});

describe("the toggle of a graph", () => {
  function Page() {
    const { key, search } = useLocation();
    const isMonthly = search === "?mom=rth_30";
    const view = testProfileView({ monthly: isMonthly ? ["rth_30"] : [] });
    return (
      <>
        <GraphToggle view={view} tag="rth_30" />
        <Link to={isMonthly ? "/" : "/?mom=rth_30"}>other</Link>
        <output>{key}</output>
      </>
    );
  }

  test("takes no step for the mode that is chosen", async () => {
    const Stub = createRemixStub([{ path: "*", Component: Page }]);
    render(<Stub />);
    const { textContent: before } = screen.getByRole("status");
    fireEvent.click(screen.getByText("Rolling 12 month"));
    fireEvent.click(screen.getByText("Month over month"));
    const chosen = () =>
      screen.getByText("Month over month").getAttribute("aria-current");
    await expect.poll(chosen).toBe("true");
    const { textContent: stepped } = screen.getByRole("status");
    expect(stepped).not.toBe(before);
    fireEvent.click(screen.getByText("Month over month"));
    await new Promise((done) => setTimeout(done, 50));
    expect(screen.getByRole("status").textContent).toBe(stepped);
  });

  test("says what is shown once it is another than at first", async () => {
    const Stub = createRemixStub([{ path: "/", Component: Page }]);
    const { container } = render(<Stub />);
    const spoken = () => container.querySelector("[aria-live]")?.textContent;
    expect(spoken()).toBe("");
    fireEvent.click(screen.getByText("other"));
    await expect.poll(spoken).toBe("Month over month, 30 Day RTH");
    fireEvent.click(screen.getByText("other"));
    await expect.poll(spoken).toBe("Rolling 12 month, 30 Day RTH");
  });
});
