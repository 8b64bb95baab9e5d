import { describe, expect, test } from "vitest";
import { all, textOf } from "../../../../tests/pages/support/document";
import {
  cellsOf,
  drawnPage,
  hrefsOf,
  regionOf,
} from "../../../../tests/pages/support/drawn-page";
import type { ProfileView } from "../profile-view";
import { QualityPanel } from "./quality-panel";
import { testProfileView } from "../testing/profile-view";
import { QUALITY_COUNTS, testQuality } from "../testing/quality";

async function show(more: Partial<ProfileView>) {
  const view = testProfileView(more);
  const page = await drawnPage(
    <QualityPanel view={view} closeHref="/region-profile/2" />,
  );
  return regionOf(page, "Real-Time Hospitalization Metrics open");
}

function withScore(counts?: typeof QUALITY_COUNTS): Partial<ProfileView> {
  return { quality: testQuality(counts) };
}

describe("the quality score", () => {
  test("has a table per measure, each row with its head", async () => {
    const tables = all(await show(withScore()), "table");
    expect(
      tables.map((table) => textOf(table.querySelector("caption"))),
    ).toEqual(
      [
        "30 Day RTH",
        "30 Day OP Ed Visits",
        "Hosp/1000 Days of Care",
        "ED/1000 Days of Care",
      ].map(
        (title) =>
          `${title}: quality score, qualifying events, and what would change the score`,
      ),
    );
    const rows = tables[0] ? all(tables[0], "tr") : [];
    expect(tables[0]?.querySelectorAll("th[scope=row]")).toHaveLength(6);
    expect(rows.map(cellsOf)).toContainEqual([
      "Qualifying events over ACH ADM whose 30 days are over",
      "24 / 100",
    ]);
  });

  test("draws the points as ten squares beside their number", async () => {
    const modal = await show(withScore());
    const filled = all(modal, ".points-bar .filled").map(
      (path) => path.getAttribute("d")?.match(/M/g)?.length ?? 0,
    );
    // 75, 150, 120 and 15 points.
    expect(filled).toEqual([5, 10, 8, 1]);
  });

  test("says its total, its average, its period, and where its points come from", async () => {
    const words = textOf(await show(withScore()));
    // At the head, and beside OK, which is always in sight.
    expect(words).toMatch(
      /^Real-Time Hospitalization MetricsThe score covers 11\/21\/2025–11\/21\/2026, whatever dates you choose\. The overview covers 03\/04\/2025–03\/04\/2026\./,
    );
    expect(words).toContain("Total 360 out of 600Each of the four measures");
    expect(words).toMatch(/Total 360 out of 600OK$/);
    expect(words).toContain(
      "All stays of Lakes together average 360 quality points out of 600",
    );
    expect(words.match(/Long-term status/g)).toHaveLength(1);
    expect(words).toContain("It covers all patients, ISNP or not.");
    expect(words).toContain("not risk-adjusted");
    expect(words).toContain("The points follow the 10th to 90th percentile");
  });

  test("says that it is of ISNP patients to those who see no others", async () => {
    const words = textOf(await show({ ...withScore(), isnpFixed: true }));
    expect(words).toContain("It covers ISNP patients only.");
    expect(words).not.toContain("all patients");
  });

  test("has no points to draw for measures that are unknown", async () => {
    const modal = await show(
      withScore({ ...QUALITY_COUNTS, settled_adm: 0, rth: 0 }),
    );
    expect(modal.querySelectorAll(".points-bar")).toHaveLength(2);
    expect(textOf(modal)).toContain("Total 135 out of 300");
  });
});

describe("without a score", () => {
  test("leads to the score of all facilities from that of one", async () => {
    const { filters } = testProfileView();
    const modal = await show({
      quality: { state: "empty" },
      level: "physician",
      id: 1234567893,
      filters: { ...filters, facilityId: 4 },
    });
    expect(hrefsOf(modal)["Clear filters"]).toBe(
      "/physician-profile/1234567893?modal=quality",
    );
  });
});
