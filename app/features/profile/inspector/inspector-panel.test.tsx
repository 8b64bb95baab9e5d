// @vitest-environment happy-dom
import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { EMPTY_METRICS } from "~/domain/figures/metrics";
import { InspectorPanel } from "./inspector-panel";
import { ownHref } from "../profile-links";
import { ProfileScreen } from "../profile-screen";
import type { ProfileView } from "../profile-view";
import { testRthLine } from "../testing/graph-lines";
import { testProfileView } from "../testing/profile-view";

afterEach(cleanup);

async function inspect(
  tag: string,
  more: Partial<ProfileView> = {},
): Promise<HTMLElement> {
  const view = testProfileView(more);
  const Page = createRemixStub([
    {
      path: "/",
      Component: () => (
        <InspectorPanel view={view} tag={tag} closeHref={ownHref(view)} />
      ),
    },
  ]);
  render(<Page />);
  return screen.findByRole("dialog");
}

function exportHref(): string | null {
  return screen
    .getByRole("link", { name: "Export metric data" })
    .getAttribute("href");
}

describe("the metric inspector", () => {
  test("has title, value, definition, arithmetic and filters", async () => {
    const dialog = await inspect("rth");
    const words = dialog.textContent;
    expect(screen.getByRole("heading", { level: 2 }).textContent).toBe(
      "RTH/RTH%",
    );
    expect(screen.getByText("12 / 21.43%")).toBeTruthy();
    expect(words).toContain("Return to hospital: admissions from");
    expect(words).toContain("12 returns to hospital ÷ 56 admissions");
    expect(words).toContain(
      "The file has 12 rows, one for each return to hospital. To see what it is divided by, export ACH ADM.",
    );
    expect(
      screen.getAllByRole("listitem").map((item) => item.textContent),
    ).toEqual([
      "Region: Lakes",
      "Start date: 03/04/2025",
      "End date: 03/04/2026",
    ]);
  });

  test("of a physician names the facility too, and ISNP when it is on", async () => {
    await inspect("rth", {
      level: "physician",
      id: 1234567893,
      name: "Ada Grey",
      facilityName: "Maple Court",
      filters: { ...testProfileView().filters, isnp: true, facilityId: 3 },
    });
    expect(
      screen.getAllByRole("listitem").map((item) => item.textContent),
    ).toEqual([
      "Physician: Ada Grey",
      "Facility: Maple Court",
      "Start date: 03/04/2025",
      "End date: 03/04/2026",
      "ISNP Patients Only",
    ]);
    expect(exportHref()).toBe(
      "/metric-data/physician/1234567893?measure=rth&startDate=2025-03-04&endDate=2026-03-04&isnp=true&facility-id=3",
    );
  });

  test("exports its own figure under the filters in force", async () => {
    await inspect("rth");
    expect(exportHref()).toBe(
      "/metric-data/region/2?measure=rth&startDate=2025-03-04&endDate=2026-03-04",
    );
  });

  test("offers no export of what was not counted, and says so", async () => {
    const dialog = await inspect("ed");
    expect(dialog.textContent).toContain("There is nothing to export");
    expect(
      screen.queryByRole("link", { name: "Export metric data" }),
    ).toBeNull();
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
    const dialog = await inspect("rth", {
      metrics: { state: "data", data: now },
      previous: {
        range: { startDate: "2024-03-04", endDate: "2025-03-03" },
        metrics: before,
      },
      graphs: { state: "data", data: testRthLine({ rates: [10, 30] }) },
    });
    const words = dialog.textContent;
    expect(words).toContain(
      "03/04/2024–03/03/2025: 5 / 25.00%. Since then: 5.0 points higher.The rate may still rise: the 30 days of the newest admissions are not over.",
    );
    expect(words).toContain("lowest 10.00% in Oct 2024, highest 30.00%");
    expect(words).toContain("comes from 10 admissions from hospital");
  });
});

describe("a figure asked for by the URL", () => {
  // The panels come by a script of their own, which is there from now on.
  beforeAll(async () => {
    await import("../panel-body");
  }, 20_000);

  function open(search: string, more: Partial<ProfileView> = {}) {
    const view = testProfileView(more);
    const Page = createRemixStub([
      { path: "/", Component: () => <ProfileScreen view={view} /> },
    ]);
    render(<Page initialEntries={[`/${search}`]} />);
  }

  test("opens its inspector, and closing leads to the page with its state", async () => {
    open("?inspect=rth", { carried: { isnp: true } });
    await screen.findByRole("dialog", { name: "RTH/RTH%" });
    expect(
      screen.getByRole("link", { name: "Close" }).getAttribute("href"),
    ).toBe("/region-profile/2?isnp=true");
  });

  test("opens nothing when it is 'Unknown', or is none", async () => {
    open("?inspect=rth", {
      metrics: { state: "error", message: "told by the shell" },
    });
    open("?inspect=constructor");
    // Long enough for a panel to have come.
    await expect(
      screen.findByRole("dialog", {}, { timeout: 300 }),
    ).rejects.toThrow();
  });
});
