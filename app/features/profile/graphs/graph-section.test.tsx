// @vitest-environment happy-dom
import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { LargeGraphs, SmallGraphs } from "./graph-section";
import type { GraphLine, ProfileView } from "../profile-view";
import { testRthLine } from "../testing/graph-lines";
import { testGraphsView } from "../testing/graphs-view";
import { testProfileView } from "../testing/profile-view";

/** A limit against hanging: a script that is fetched for the first time has to be compiled. */
const SOON = { timeout: 10_000 };

afterEach(cleanup);

async function show(more: Partial<ProfileView>, isLoading = false) {
  const view = testProfileView(more);
  const Page = createRemixStub([
    {
      path: "/",
      Component: () => (
        <>
          <SmallGraphs view={view} isLoading={isLoading} />
          <LargeGraphs view={view} isLoading={isLoading} />
        </>
      ),
    },
  ]);
  render(<Page />);
  // The graphs come in a script of their own.
  if (!isLoading) {
    await screen.findAllByText(/18 months|No results|not retrieved/, {}, SOON);
  }
}

function withRth(line: Partial<GraphLine>): ProfileView["graphs"] {
  return { state: "data", data: testRthLine(line) };
}

function graph(name: string) {
  return within(screen.getByRole("region", { name }));
}

/** 10 of 50 in each month, but for one. */
const ONE_HIGH = Array.from({ length: 18 }, (_, index) =>
  index === 6 ? 50 : 20,
);

describe("the graphs of a profile", () => {
  test("are five, with their titles, a sentence and a named picture each", async () => {
    await show({ graphs: { state: "data", data: testGraphsView() } });
    expect(
      screen
        .getAllByRole("heading", { level: 2 })
        .map((heading) => heading.textContent),
    ).toEqual([
      "30 Day RTH",
      "30 Day OP Ed Visits",
      "Hosp/1000 Days of Care",
      "ED/1000 Days of Care",
      "ADM/1000 LT Pt. Months",
    ]);
    const rth = graph("30 Day RTH");
    expect(rth.getByText("No month outside the limits.").tagName).toBe(
      "STRONG",
    );
    expect(
      rth.getByText(/^18 months, mean 20.00%\. 12 months to/),
    ).toBeTruthy();
    expect(
      rth.getByRole("img", {
        name: "30 Day RTH control chart, Rolling 12 month",
      }),
    ).toBeTruthy();
  });

  test("write the value of a month outside of its limits beside its diamond", async () => {
    await show({ monthly: ["rth_30"], graphs: withRth({ rates: ONE_HIGH }) });
    const rth = graph("30 Day RTH");
    expect(
      rth.getByText(/1 month above the upper limit: April 2025\./),
    ).toBeTruthy();
    const violation = rth.getByRole("img").querySelector(".violation");
    expect(violation?.textContent).toBe("50.00%");
    expect(violation?.querySelector("path")).toBeTruthy();
  });

  test("send their readers from rolling to month over month, where patterns are judged", async () => {
    const rates = Array.from({ length: 18 }, (_, index) =>
      index < 9 ? 18 : 22,
    );
    await show({ graphs: withRth({ rates }) });
    expect(
      graph("30 Day RTH").getByText(
        /To spot unusual months, choose Month over month: each point here shares 11 of its 12 months with the next\.$/,
      ),
    ).toBeTruthy();
    expect(graph("30 Day RTH").queryByText(/Shift/)).toBeNull();
    cleanup();
    await show({ monthly: ["rth_30"], graphs: withRth({ rates }) });
    expect(
      graph("30 Day RTH").getByText(
        /9 months in a row below the mean \(a lasting change\): October 2024 to June 2025\./,
      ),
    ).toBeTruthy();
    expect(
      [...graph("30 Day RTH").getByRole("img").querySelectorAll(".word")].map(
        (word) => word.textContent,
      ),
    ).toEqual(["Shift", "Shift"]);
  });

  test("name every third month, and the year under the first of each", async () => {
    await show({ graphs: { state: "data", data: testGraphsView() } });
    const labels = graph("30 Day RTH")
      .getByRole("img")
      .querySelectorAll(".labels text");
    expect([...labels].map((label) => label.textContent)).toEqual([
      "Oct",
      "Jan2025",
      "Apr",
      "Jul",
      "Oct",
      "Jan2026",
    ]);
  });

  test("have a table of their months, closed, with how each stands to its limits", async () => {
    await show({ monthly: ["rth_30"], graphs: withRth({ rates: ONE_HIGH }) });
    const table = graph("30 Day RTH").getByRole("table", { hidden: true });
    expect(table.closest("details")?.open).toBe(false);
    const rows = [...table.querySelectorAll("tbody tr")].map((row) =>
      [...row.children].map((cell) => cell.textContent),
    );
    expect(rows).toHaveLength(18);
    expect(rows[6]).toEqual([
      "April 2025",
      "Above upper limit",
      "50.00%",
      "4.19%",
      "39.15%",
      "None",
    ]);
  });

  test("leave a gap where a month has nothing to divide by", async () => {
    const rates = ONE_HIGH.map((rate, index) => (index === 2 ? null : rate));
    const denominators = rates.map((rate) => (rate === null ? 0 : 50));
    await show({ graphs: withRth({ rates, denominators }) });
    const line = graph("30 Day RTH").getByRole("img").querySelector(".line");
    expect(line?.getAttribute("d")?.match(/M/g)).toHaveLength(2);
  });

  test("have a sentence and no picture where no month has a rate", async () => {
    const nothing = Array.from({ length: 18 }, () => null);
    await show({ graphs: withRth({ rates: nothing, denominators: nothing }) });
    const rth = graph("30 Day RTH");
    expect(
      rth.getByText(/None of the 18 months has a rate to show/),
    ).toBeTruthy();
    expect(rth.queryByRole("img")).toBeNull();
  });
});

describe("what a graph of the page says beside its news", () => {
  const last = (title: string) =>
    graph(title).getByText(/18 months/, { selector: "span" }).textContent;
  const data = testGraphsView();

  test("is at the first graph which months are shown, where other dates were chosen", async () => {
    await show({ graphs: { state: "data", data }, isDefaultRange: false });
    const words = "The 18 months to To Date; From Date does not count here.";
    expect(last("30 Day RTH")).toContain(words);
    expect(last("30 Day OP Ed Visits")).not.toContain(words);
    cleanup();
    await show({ graphs: { state: "data", data } });
    expect(last("30 Day RTH")).not.toContain(words);
  });

  test("is which months can still rise, of a 30-day rate, and that the newest is not whole, of the others", async () => {
    await show({
      graphs: { state: "data", data: { ...data, settled: 16 } },
      monthly: ["rth_30", "hosp_1000"],
    });
    const rise =
      "February and March 2026 can still rise: 30 days are not over.";
    expect(last("30 Day RTH")).toContain(rise);
    expect(last("30 Day OP Ed Visits")).toContain(rise);
    expect(last("Hosp/1000 Days of Care")).not.toContain(rise);
    expect(last("Hosp/1000 Days of Care")).toMatch(
      /The newest month is not whole\.$/,
    );
  });
});

describe("the toggle of a graph", () => {
  test("is two links of which one is current, and changes that graph alone", async () => {
    await show({
      monthly: ["ed_30"],
      graphs: { state: "data", data: testGraphsView() },
    });
    const [rolling, monthly] = graph("30 Day RTH")
      .getAllByRole("listitem")
      .map((item) => within(item).getByRole("link"));
    expect(rolling?.getAttribute("aria-current")).toBe("true");
    expect(monthly?.getAttribute("aria-current")).toBeNull();
    expect(monthly?.getAttribute("href")).toBe(
      "/region-profile/2?mom=rth_30,ed_30",
    );
    const back = graph("30 Day OP Ed Visits").getByRole("link", {
      name: /^Rolling 12 month/,
    });
    expect(back.getAttribute("href")).toBe("/region-profile/2");
  });

  test("stands beside a link that opens the graph in full", async () => {
    await show({ graphs: { state: "data", data: testGraphsView() } });
    const link = graph("ADM/1000 LT Pt. Months").getByRole("link", {
      name: "Full screen ADM/1000 LT Pt. Months",
    });
    expect(link.id).toBe("open-graph-adm_1000");
    expect(link.getAttribute("href")).toBe("/region-profile/2?graph=adm_1000");
  });
});

describe("graphs without data", () => {
  test("say that there are no results, and offer no toggle", async () => {
    await show({ graphs: { state: "empty" } });
    expect(
      screen.getAllByText("No results found for this search."),
    ).toHaveLength(5);
    expect(
      screen.queryByRole("link", { name: /^Month over month/ }),
    ).toBeNull();
  });

  test("say that they did not come", async () => {
    await show({ graphs: { state: "error", message: "told by the shell" } });
    expect(
      screen.getAllByText("Data was not retrieved due to a system error."),
    ).toHaveLength(5);
  });

  test("are skeletons while a search by script runs", async () => {
    await show({ graphs: { state: "data", data: testGraphsView() } }, true);
    // The page says once that it loads.
    expect(screen.queryByText("Loading")).toBeNull();
    expect(document.querySelectorAll(".bg-hairline").length).toBeGreaterThan(5);
    expect(screen.queryByRole("img")).toBeNull();
  });
});
