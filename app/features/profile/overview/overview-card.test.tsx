// @vitest-environment happy-dom
import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, test } from "vitest";
import { EMPTY_METRICS } from "~/domain/figures/metrics";
import { OverviewCard } from "./overview-card";
import type { ProfileView } from "../profile-view";
import { testGraphsView } from "../testing/graphs-view";
import { testProfileView } from "../testing/profile-view";

afterEach(cleanup);

function page(view: ProfileView, isLoading = false) {
  return createRemixStub([
    {
      path: "/",
      Component: () => <OverviewCard view={view} isLoading={isLoading} />,
    },
  ]);
}

function show(more: Partial<ProfileView> = {}, isLoading = false) {
  const Page = page(testProfileView(more), isLoading);
  render(<Page />);
}

function withRth(count: number, admissions: number, patients = 100) {
  return {
    ...EMPTY_METRICS,
    patient_count: patients,
    short_stays: {
      ...EMPTY_METRICS.short_stays,
      rth: { count, rate: (count / admissions) * 100 },
      ach_adm: admissions,
    },
  };
}

/** The line under a figure. */
function note(label: string): string | null | undefined {
  return screen.getByText(label).closest("li")?.querySelector(".figure-note")
    ?.textContent;
}

/** Thirty days after To Date, 4 March 2026. */
const SETTLED = "2026-04-03 00:00:00";

/** What the lines and arrows stand for. */
function caption(): string | undefined {
  const [last] = [...document.querySelectorAll("section > p")].slice(-1);
  return last?.textContent ?? undefined;
}

const PREVIOUS = {
  range: { startDate: "2024-03-04", endDate: "2025-03-03" },
  metrics: withRth(20, 100),
};

describe("a figure", () => {
  test("is a button that says its label and value", () => {
    show();
    const button = screen.getByRole<HTMLButtonElement>("button", {
      name: "RTH/RTH%: 12 / 21.43%, inspect",
    });
    expect(button.id).toBe("open-inspect-rth");
    expect([...new FormData(button.form ?? undefined)]).toContainEqual([
      "inspect",
      "rth",
    ]);
    expect(screen.getAllByRole("button")).toHaveLength(10);
  });

  test("cannot be inspected when it is 'Unknown', but a count without a rate can", () => {
    show({ metrics: { state: "error", message: "told by the shell" } });
    const rth = { name: "RTH/RTH%: Unknown, inspect" };
    expect(screen.getByRole<HTMLButtonElement>("button", rth).disabled).toBe(
      true,
    );
    cleanup();
    show();
    const ed = { name: "ED/ED%: 0 / Unknown, inspect" };
    expect(screen.getByRole<HTMLButtonElement>("button", ed).disabled).toBe(
      false,
    );
  });

  test("sends the whole state of the page along, to the anchor of the panel", () => {
    const Page = page(
      testProfileView({
        carried: { isnp: true, startDate: "2026-01-01", endDate: "2026-02-01" },
        sort: { column: "name", direction: "desc" },
        monthly: ["rth_30"],
      }),
    );
    const html = document.createElement("div");
    html.innerHTML = renderToString(<Page />);
    const form = html.querySelector("form");
    expect(form?.getAttribute("action")).toBe("/region-profile/2#panel");
    expect(form?.method).toBe("get");
    expect(
      [...(form?.querySelectorAll("input") ?? [])].map(({ name, value }) => [
        name,
        value,
      ]),
    ).toEqual([
      ["isnp", "true"],
      ["startDate", "2026-01-01"],
      ["endDate", "2026-02-01"],
      ["sort", "name"],
      ["dir", "desc"],
      ["mom", "rth_30"],
      ["inspect", "patient_count"],
    ]);
  });
});

describe("the change since the period before", () => {
  const now = (count: number, admissions: number) => ({
    metrics: { state: "data", data: withRth(count, admissions) } as const,
  });

  test("is told by an arrow and its size, and by a word where it is more than chance", () => {
    show({ ...now(40, 100), previous: PREVIOUS, lastUpdated: SETTLED });
    expect(note("RTH/RTH%")).toBe(
      "▲ 20.0 pts worse 20.0 points higher than in 03/04/2024–03/03/2025, worse",
    );
    expect(caption()).toBe(
      "Arrows: compared with 03/04/2024–03/03/2025. 'Better' and 'worse' mean more than chance.",
    );
    cleanup();
    show({ ...now(25, 100), previous: PREVIOUS, lastUpdated: SETTLED });
    expect(note("RTH/RTH%")).toBe(
      "▲ 5.0 pts 5.0 points higher than in 03/04/2024–03/03/2025",
    );
    expect(note("ACH ADM")).toBe("same no change from 03/04/2024–03/03/2025");
    expect(caption()).toBe("Arrows: compared with 03/04/2024–03/03/2025.");
  });

  test("shows the short form, and reads the long one aloud", () => {
    show({ ...now(25, 100), previous: PREVIOUS, lastUpdated: SETTLED });
    const [seen] = screen.getAllByText("same");
    expect(seen?.getAttribute("aria-hidden")).toBe("true");
    expect(seen?.nextElementSibling?.className).toBe("sr-only");
  });

  test("of a 30-day rate has no verdict before the 30 days of its last admissions are over", () => {
    const open = "2026-04-02 23:59:59";
    show({ ...now(40, 100), previous: PREVIOUS, lastUpdated: open });
    expect(note("RTH/RTH%")).toContain("▲ 20.0 pts 20.0 points higher");
    expect(caption()).toBe("Arrows: compared with 03/04/2024–03/03/2025.");
  });

  test("gives way to a note where the numbers are small", () => {
    show({ ...now(5, 19), previous: PREVIOUS });
    expect(note("RTH/RTH%")).toBe("small number");
    expect(note("ACH ADM")).toContain("▼ 81.0% 81.0% lower");
  });

  test("is left out where there is nothing to compare with", () => {
    show(now(25, 100));
    expect(note("RTH/RTH%")).toBe("");
    cleanup();
    show({
      ...now(25, 100),
      previous: { ...PREVIOUS, metrics: EMPTY_METRICS },
    });
    expect(note("RTH/RTH%")).toBe("");
  });

  test("keeps its room while figures load", () => {
    show({ ...now(25, 100), previous: PREVIOUS }, true);
    expect(note("RTH/RTH%")).toBe("");
  });
});

describe("the trend of a figure", () => {
  const lines = () =>
    screen.getByRole("region").querySelectorAll(".sparkline").length;

  test("is a line where the graphs know it, and the card says of which months", () => {
    show({ graphs: { state: "data", data: testGraphsView() } });
    // March is cut at To Date, the 4th.
    expect(
      screen.getByText("Lines: full months, Oct 2024 to Feb 2026."),
    ).toBeTruthy();
    expect(lines()).toBe(7);
  });

  test("is not explained where no figure has one", () => {
    show({
      metrics: { state: "error", message: "told by the shell" },
      previous: PREVIOUS,
      graphs: { state: "data", data: testGraphsView() },
    });
    expect(lines()).toBe(0);
    expect(caption()).toBe(undefined);
  });

  test("of a 30-day rate ends with its last settled month, in line with the others", () => {
    const data = testGraphsView();
    show({ graphs: { state: "data", data: { ...data, settled: 16 } } });
    expect(caption()).toBe(
      "Lines: full months, Oct 2024 to Feb 2026. RTH and ED end in Jan 2026.",
    );
    const [rth, h1000] = ["RTH/RTH%", "H/1000"].map((label) =>
      screen.getByText(label).closest("li")?.querySelector(".sparkline"),
    );
    const steps = (one: Element | null | undefined) =>
      one?.querySelector("path")?.getAttribute("d")?.match(/l/g)?.length;
    expect([steps(rth), steps(h1000)]).toEqual([15, 16]);
    expect(rth?.getAttribute("viewBox")).toBe(h1000?.getAttribute("viewBox"));
  });

  test("is left out where the graphs did not come", () => {
    show({ graphs: { state: "error", message: "told by the shell" } });
    expect(lines()).toBe(0);
    expect(screen.queryByText(/^Lines/)).toBeNull();
  });
});

test("both blocks of stays lead to the quality score", () => {
  show();
  const links = screen.getAllByRole("link", {
    name: "Real-Time Hospitalization Metrics",
  });
  expect(links.map((link) => [link.id, link.getAttribute("href")])).toEqual([
    ["open-quality-short", "/region-profile/2?modal=quality"],
    ["open-quality-long", "/region-profile/2?modal=quality"],
  ]);
});
