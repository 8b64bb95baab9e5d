// @vitest-environment happy-dom
import { createRemixStub } from "@remix-run/testing";
import {
  cleanup,
  render,
  screen,
  waitFor,
  within,
} from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LONG_GRAPH_TEXTS } from "~/domain/graphs/long-graph-words";
import { GraphPanel } from "./graph-panel";
import type { ProfileView } from "../profile-view";
import { testGraphsView } from "../testing/graphs-view";
import { testLongGraphs } from "../testing/long-graphs";
import { testProfileView } from "../testing/profile-view";

beforeEach(() => {
  // The picture alone is tested here: the chart to explore needs a browser that lays out.
  vi.stubGlobal("navigator", { onLine: true, connection: { saveData: true } });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const LONG = { state: "data", data: testLongGraphs() } as const;
const loader = vi.fn(() => null);

async function show(more: Partial<ProfileView>) {
  loader.mockClear();
  const view = testProfileView({
    graphs: { state: "data", data: testGraphsView() },
    ...more,
  });
  const Page = createRemixStub([
    {
      path: "/",
      loader,
      Component: () => (
        <GraphPanel view={view} tag="rth_30" closeHref="/region-profile/2" />
      ),
    },
  ]);
  render(<Page />);
  await screen.findByRole("dialog", { name: "30 Day RTH" });
  const rows = within(screen.getByRole("table")).getAllByRole("row");
  return {
    rows: rows.length - 1,
    status: document.querySelector("span[aria-live]")?.textContent,
    href: (name: string) =>
      screen.getByRole("link", { name }).getAttribute("href"),
  };
}

test("a graph in full leads from 18 months to 36, and asks for nothing itself", async () => {
  const { rows, status, href } = await show({});
  expect([rows, status]).toEqual([18, ""]);
  expect(href("Show 36 months")).toBe(
    "/region-profile/2?months=36&graph=rth_30",
  );
  expect(screen.queryByRole("link", { name: "Back to 18 months" })).toBeNull();
  expect(loader).toHaveBeenCalledTimes(1);
});

test("36 months say that they are so many, and lead back", async () => {
  const { rows, status, href } = await show({
    hasLongGraph: true,
    longGraphs: LONG,
  });
  expect([rows, status]).toEqual([36, "These are 36 months, as you asked."]);
  expect(href("Back to 18 months")).toBe("/region-profile/2?graph=rth_30");
  expect(loader).toHaveBeenCalledTimes(1);
});

test("36 months that came before are not shown where the address asks for none", async () => {
  expect((await show({ longGraphs: LONG })).rows).toBe(18);
});

test("where scripts opened it without them it has 18, says that they come, and asks once", async () => {
  const { rows, status } = await show({ hasLongGraph: true });
  expect([rows, status]).toEqual([18, LONG_GRAPH_TEXTS.isLoading]);
  await waitFor(() => expect(loader).toHaveBeenCalledTimes(2));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(loader).toHaveBeenCalledTimes(2);
});

test.each(["error", "empty"] as const)(
  "the usual months stand with a sentence where 36 come as %s",
  async (state) => {
    const { rows, status, href } = await show({
      hasLongGraph: true,
      longGraphs: { state, message: "" },
    });
    expect([rows, status]).toEqual([18, LONG_GRAPH_TEXTS.failed]);
    expect(href("Try again")).toBe("/region-profile/2?months=36&graph=rth_30");
    expect(href("Back to 18 months")).toBe("/region-profile/2?graph=rth_30");
    expect(loader).toHaveBeenCalledTimes(1);
  },
);

test("a host that gives fewer is said to do so", async () => {
  const longGraphs = { state: "data", data: testGraphsView() } as const;
  const { rows, status } = await show({ hasLongGraph: true, longGraphs });
  expect([rows, status]).toEqual([18, "This data host gives 18 months."]);
});

test("36 months stand where the graphs of the page could not be had", async () => {
  const { rows } = await show({
    hasLongGraph: true,
    longGraphs: LONG,
    graphs: { state: "error", message: "" },
  });
  expect(rows).toBe(36);
});
