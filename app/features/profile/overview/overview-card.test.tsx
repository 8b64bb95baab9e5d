import { describe, expect, test } from "vitest";
import { lineThrough } from "~/domain/graphs/whole-months";
import { EMPTY_METRICS } from "~/domain/figures/metrics";
import {
  all,
  nameOf,
  textOf,
  textsOf,
  type PageDocument,
} from "../../../../tests/pages/support/document";
import { drawnPage } from "../../../../tests/pages/support/drawn-page";
import { OverviewCard } from "./overview-card";
import type { ProfileView } from "../profile-view";
import { testGraphsView } from "../testing/graphs-view";
import { testProfileView } from "../testing/profile-view";

function show(more: Partial<ProfileView> = {}, isLoading = false) {
  const view = testProfileView(more);
  return drawnPage(<OverviewCard view={view} isLoading={isLoading} />);
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

function itemOf(page: PageDocument, label: string) {
  const item = all(page, "li").find(
    ({ firstElementChild }) => textOf(firstElementChild) === label,
  );
  if (!item) throw new Error(`There is no figure '${label}'.`);
  return item;
}

/** The line under a figure. */
function note(page: PageDocument, label: string): string {
  return textOf(itemOf(page, label).querySelector(".figure-note"));
}

function buttonNamed(page: PageDocument, name: string) {
  return all(page, "button").find((button) => nameOf(button) === name);
}

/** What the lines and arrows stand for. */
function caption(page: PageDocument): string | undefined {
  return textsOf(page, "section > p").at(-1);
}

const PREVIOUS = {
  range: { startDate: "2024-03-04", endDate: "2025-03-03" },
  metrics: withRth(20, 100),
};

describe("a figure", () => {
  test("is a button that says its label and value", async () => {
    const page = await show();
    const button = buttonNamed(page, "RTH/RTH%: 12 / 21.43%, inspect");
    expect(button?.id).toBe("open-inspect-rth");
    const sent = button?.closest("form")?.querySelector("[name=inspect]");
    expect(sent?.getAttribute("value")).toBe("rth");
    expect(all(page, "button")).toHaveLength(10);
  });

  test("cannot be inspected when it is 'Unknown', but a count without a rate can", async () => {
    const failed = await show({
      metrics: { state: "error", message: "told by the shell" },
    });
    const rth = buttonNamed(failed, "RTH/RTH%: Unknown, inspect");
    expect(rth?.hasAttribute("disabled")).toBe(true);
    const ed = buttonNamed(await show(), "ED/ED%: 0 / Unknown, inspect");
    expect(ed?.hasAttribute("disabled")).toBe(false);
  });

  test("sends the whole state of the page along, to the anchor of the panel", async () => {
    const page = await show({
      carried: { isnp: true, startDate: "2026-01-01", endDate: "2026-02-01" },
      sort: { column: "name", direction: "desc" },
      monthly: ["rth_30"],
    });
    const [form] = all(page, "form");
    expect(form?.getAttribute("action")).toBe("/region-profile/2#panel");
    expect(form?.getAttribute("method")).toBe("get");
    expect(
      [...(form?.querySelectorAll("input") ?? [])].map((input) => [
        input.getAttribute("name"),
        input.getAttribute("value"),
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

  test("is a verdict on a rate, with its size where it is more than chance, and an arrow with its size for a count", async () => {
    const worse = await show({ ...now(40, 100), previous: PREVIOUS });
    expect(note(worse, "RTH/RTH%")).toBe(
      "Worse ▲ 20.0 pts 20.0 points higher than in 03/04/2024–03/03/2025, worse",
    );
    expect(caption(worse)).toBe("Compared with 03/04/2024–03/03/2025.");
    const chance = await show({ ...now(25, 100), previous: PREVIOUS });
    expect(note(chance, "RTH/RTH%")).toBe("No real change");
    expect(note(chance, "ACH ADM")).toBe(
      "same no change from 03/04/2024–03/03/2025",
    );
  });

  test("is that of the facilities that are compared, and says which these are", async () => {
    const words = "Only 11 of 12 facilities have data for both periods.";
    const page = await show({
      ...now(40, 100),
      previous: { ...PREVIOUS, now: withRth(25, 100), note: words },
    });
    expect(note(page, "RTH/RTH%")).toBe("No real change");
    expect(caption(page)).toBe(`Compared with 03/04/2024–03/03/2025. ${words}`);
  });

  test("is none, with the reason, where no facility has data of both", async () => {
    const why = "No comparison: data start on 06/01/2025.";
    const previous = { ...PREVIOUS, metrics: null, note: why };
    const page = await show({ ...now(40, 100), previous });
    expect(textsOf(page, ".figure-note").join("")).toBe("");
    expect(caption(page)).toBe(why);
  });

  test("is left out where there is nothing to compare with", async () => {
    expect(note(await show(now(25, 100)), "RTH/RTH%")).toBe("");
    const previous = { ...PREVIOUS, metrics: EMPTY_METRICS };
    const page = await show({ ...now(25, 100), previous });
    expect(note(page, "RTH/RTH%")).toBe("");
  });
});

describe("the trend of a figure", () => {
  test("is a line for each rate, and of a 30-day rate ends with its last month with a rate, in line with the others", async () => {
    const data = testGraphsView();
    const rth_30 = { ...data.lines.rth_30 };
    rth_30.mom = lineThrough(rth_30.mom, 16) as typeof rth_30.mom;
    const lines = { ...data.lines, rth_30 };
    const page = await show({
      graphs: { state: "data", data: { ...data, lines } },
    });
    expect(all(page, ".sparkline")).toHaveLength(5);
    const [rth, h1000] = ["RTH/RTH%", "H/1000"].map((label) =>
      itemOf(page, label).querySelector(".sparkline"),
    );
    const steps = (one: typeof rth) =>
      one?.querySelector("path")?.getAttribute("d")?.match(/l/g)?.length;
    expect([steps(rth), steps(h1000)]).toEqual([15, 16]);
    expect(rth?.getAttribute("viewBox")).toBe(h1000?.getAttribute("viewBox"));
  });
});

test("both blocks of stays lead to the quality score", async () => {
  const links = all(await show(), "a").filter(
    (link) => nameOf(link) === "Real-Time Hospitalization Metrics",
  );
  expect(links.map((link) => [link.id, link.getAttribute("href")])).toEqual([
    ["open-quality-short", "/region-profile/2?modal=quality#panel"],
    ["open-quality-long", "/region-profile/2?modal=quality#panel"],
  ]);
});
