import { describe, expect, test } from "vitest";
import { EMPTY_METRICS } from "~/domain/figures/metrics";
import { textOf } from "../../../../tests/pages/support/document";
import { drawnPage } from "../../../../tests/pages/support/drawn-page";
import { InspectorPanel } from "./inspector-panel";
import { ownHref } from "../profile-links";
import type { ProfileView } from "../profile-view";
import { testRthLine } from "../testing/graphs-view";
import { testProfileView } from "../testing/profile-view";

async function inspect(tag: string, more: Partial<ProfileView>) {
  const view = testProfileView(more);
  const page = await drawnPage(
    <InspectorPanel view={view} tag={tag} closeHref={ownHref(view)} />,
  );
  return textOf(page.querySelector("#panel"));
}

describe("the metric inspector", () => {
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
    const words = await inspect("rth", {
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
    expect(some).toContain(
      "Only 1 of 2 facilities have data for both periods.03/04/2024–03/03/2025: 20. Now: 25. Since then: 25.0% higher.",
    );
    const why = "No comparison: data start on 06/01/2025.";
    const none = await inspected({ range, metrics: null, note: why });
    expect(none).toContain(`The period before${why}`);
    expect(none).not.toContain("higher");
  });
});
