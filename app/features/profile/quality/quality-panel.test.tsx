// @vitest-environment happy-dom
import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { qualityOf, qualityPeriod } from "~/domain/quality/quality-score";
import type { ProfileView } from "../profile-view";
import { QualityPanel } from "./quality-panel";
import { testProfileView } from "../testing/profile-view";

afterEach(cleanup);

const COUNTS = {
  rth: 24,
  ed: 0,
  h_1000: 162,
  ed_1000: 500,
  ach_adm: 100,
  ls_days: 100_000,
};

function show(more: Partial<ProfileView>) {
  const Page = createRemixStub([
    {
      path: "/",
      Component: () => (
        <QualityPanel
          view={testProfileView(more)}
          closeHref="/region-profile/2"
        />
      ),
    },
  ]);
  render(<Page initialEntries={["/?modal=quality"]} />);
  return screen.getByRole("dialog", {
    name: "Real-Time Hospitalization Metrics",
  });
}

const PERIOD = qualityPeriod("2026-11-21", null);

function withScore(counts = COUNTS): Partial<ProfileView> {
  const data = { ...qualityOf(counts), period: PERIOD };
  return { quality: { state: "data", data } };
}

describe("the quality score", () => {
  test("has a table per measure, each row with its head", () => {
    const modal = show(withScore());
    const tables = within(modal).getAllByRole("table");
    expect(
      tables.map((table) => table.querySelector("caption")?.textContent),
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
    const [rth] = tables;
    expect(rth && within(rth).getAllByRole("rowheader")).toHaveLength(6);
    expect(
      rth &&
        within(rth).getByRole("row", {
          name: "Qualifying events over ACH ADM 24 / 100",
        }),
    ).toBeTruthy();
  });

  test("says where it stands on small numbers, and only there", () => {
    const note = /^Small numbers: 30 Day RTH, 30 Day OP Ed Visits count fewer/;
    const few = show(withScore({ ...COUNTS, rth: 2, ach_adm: 4 }));
    expect(within(few).getByText(note)).toBeTruthy();
    cleanup();
    expect(within(show(withScore())).queryByText(/^Small numbers/)).toBeNull();
  });

  test("draws the points as ten squares beside their number", () => {
    const modal = show(withScore());
    const filled = [...modal.querySelectorAll(".points-bar .filled")].map(
      (path) => path.getAttribute("d")?.match(/M/g)?.length ?? 0,
    );
    // 75, 150, 120 and 15 points.
    expect(filled).toEqual([5, 10, 8, 1]);
  });

  test("says its total, its average, its period, and where its points come from", () => {
    const words = show(withScore()).textContent;
    // At the head, and beside OK, which is always in sight.
    expect(words).toMatch(
      /^Real-Time Hospitalization MetricsThe score always covers the 12 months to yesterday, 11\/20\/2025–11\/20\/2026: today is not over\. The overview card covers the dates you choose, 03\/04\/2025–03\/04\/2026\./,
    );
    expect(words).toContain("Total 360 out of 600Each of the four measures");
    expect(words).toMatch(/Total 360 out of 600OK$/);
    expect(words).toContain(
      "The facilities of Lakes average 360 quality points out of 600",
    );
    expect(words?.match(/Long-term status/g)).toHaveLength(1);
    expect(words).toContain("It covers all patients, ISNP or not.");
    expect(words).toContain("not risk-adjusted");
    expect(words).toContain("The points follow the 10th to 90th percentile");
  });

  test("says that it is of ISNP patients to those who see no others", () => {
    const words = show({ ...withScore(), isnpFixed: true }).textContent;
    expect(words).toContain("It covers ISNP patients only.");
    expect(words).not.toContain("all patients");
  });

  test("has no points to draw for measures that are unknown", () => {
    const modal = show(withScore({ ...COUNTS, ach_adm: 0, rth: 0 }));
    expect(modal.querySelectorAll(".points-bar")).toHaveLength(2);
    expect(modal.textContent).toContain("Total 135 out of 300");
  });

  test("is left by OK, to the page without it", () => {
    const ok = within(show(withScore())).getByRole("link", { name: "OK" });
    expect(ok.getAttribute("href")).toBe("/region-profile/2");
  });
});

describe("without a score", () => {
  test("says that there are no results, with no filter to clear but a physician's facility", () => {
    const modal = show({
      quality: { state: "empty" },
      carried: { isnp: true },
    });
    expect(modal.textContent).toContain("No results found for this search.");
    expect(within(modal).queryByRole("link", { name: "Clear filters" })).toBe(
      null,
    );
  });

  test("does not lead from a facility's stays without a physician to those of others", () => {
    const { filters } = testProfileView();
    const modal = show({
      quality: { state: "empty" },
      level: "physician",
      id: 0,
      filters: { ...filters, facilityId: 4 },
    });
    expect(within(modal).queryByRole("link", { name: "Clear filters" })).toBe(
      null,
    );
  });

  test("leads to the score of all facilities from that of one", () => {
    const { filters } = testProfileView();
    const modal = show({
      quality: { state: "empty" },
      level: "physician",
      id: 1234567893,
      filters: { ...filters, facilityId: 4 },
    });
    const clear = within(modal).getByRole("link", { name: "Clear filters" });
    expect(clear.getAttribute("href")).toBe(
      "/physician-profile/1234567893?modal=quality",
    );
  });
});
