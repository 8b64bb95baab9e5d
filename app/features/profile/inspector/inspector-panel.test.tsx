import { describe, expect, test } from "vitest";
import { EMPTY_METRICS } from "~/domain/figures/metrics";
import { textOf, textsOf } from "../../../../tests/pages/support/document";
import { drawnPage, hrefsOf } from "../../../../tests/pages/support/drawn-page";
import { InspectorPanel } from "./inspector-panel";
import { ownHref } from "../profile-links";
import type { ProfileView } from "../profile-view";
import { testRthLine } from "../testing/graphs-view";
import { testProfileView } from "../testing/profile-view";

async function inspect(tag: string, more: Partial<ProfileView> = {}) {
  const view = testProfileView(more);
  const page = await drawnPage(
    <InspectorPanel view={view} tag={tag} closeHref={ownHref(view)} />,
  );
  return {
    title: textsOf(page, "h2"),
    words: textOf(page.querySelector("#panel")),
    filters: textsOf(page, "li"),
    links: hrefsOf(page),
  };
}

describe("the metric inspector", () => {
  test("has title, value, definition, arithmetic and filters", async () => {
    const { title, words, filters } = await inspect("rth");
    expect(title).toEqual(["RTH/RTH%"]);
    expect(words).toMatch(/^RTH\/RTH%12 \/ 21\.43%/);
    expect(words).toContain("Return to hospital: admissions from");
    expect(words).toContain("12 returns to hospital ÷ 56 admissions");
    expect(words).toContain(
      "The file has 12 rows, one for each return to hospital. For the denominator, export ACH ADM.",
    );
    expect(filters).toEqual([
      "Region: Lakes",
      "Start date: 03/04/2025",
      "End date: 03/04/2026",
    ]);
  });

  test("of a physician names the facility too, and ISNP when it is on", async () => {
    const { filters, links } = await inspect("rth", {
      level: "physician",
      id: 1234567893,
      name: "Ada Grey",
      facilityName: "Maple Court",
      filters: { ...testProfileView().filters, isnp: true, facilityId: 3 },
    });
    expect(filters).toEqual([
      "Physician: Ada Grey",
      "Facility: Maple Court",
      "Start date: 03/04/2025",
      "End date: 03/04/2026",
      "ISNP Patients Only",
    ]);
    expect(links["Export metric data"]).toBe(
      "/metric-data/physician/1234567893?measure=rth&startDate=2025-03-04&endDate=2026-03-04&isnp=true&facility-id=3",
    );
  });

  test("offers no export of what was not counted, and says so", async () => {
    const { words, links } = await inspect("ed");
    expect(words).toContain("There is nothing to export");
    expect(links).not.toHaveProperty("Export metric data");
  });

  test("tells the period before, the months, and small numbers", async () => {
    const before = {
      ...EMPTY_METRICS,
      patient_count: 10,
      short_stays: {
        ...EMPTY_METRICS.short_stays,
        rth: { count: 5, rate: 25 },
        ach_adm: 20,
      },
    };
    const now = {
      ...before,
      short_stays: {
        ...before.short_stays,
        rth: { count: 3, rate: 30 },
        ach_adm: 10,
      },
    };
    const { words } = await inspect("rth", {
      metrics: { state: "data", data: now },
      previous: {
        range: { startDate: "2024-03-04", endDate: "2025-03-03" },
        metrics: before,
      },
      graphs: { state: "data", data: testRthLine({ rates: [10, 30] }) },
    });
    expect(words).toContain(
      "03/04/2024–03/03/2025: 5 / 25.00%. Since then: 5.0 points higher.",
    );
    expect(words).toContain("lowest 10.00% in Oct 2024, highest 30.00%");
    expect(words).toContain("comes from 10 admissions from hospital");
  });

  test("tells what is compared of the period before, or why nothing is", async () => {
    const admissions = (snf_adm: number) => ({
      ...EMPTY_METRICS,
      patient_count: 10,
      snf_adm,
    });
    const range = { startDate: "2024-03-04", endDate: "2025-03-03" };
    const inspected = (previous: ProfileView["previous"]) =>
      inspect("snf_adm", {
        metrics: { state: "data", data: admissions(90) },
        previous,
      });
    const some = await inspected({
      range,
      metrics: admissions(20),
      now: admissions(25),
      note: "Only 1 of 2 facilities have data for both periods.",
    });
    expect(some.words).toContain(
      "Only 1 of 2 facilities have data for both periods.03/04/2024–03/03/2025: 20. Now: 25. Since then: 25.0% higher.",
    );
    const why = "No comparison: data start on 06/01/2025.";
    const none = await inspected({ range, metrics: null, note: why });
    expect(none.words).toContain(`The period before${why}`);
    expect(none.words).not.toContain("higher");
  });
});
