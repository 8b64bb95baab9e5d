// @vitest-environment happy-dom
import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { qualityOf, qualityPeriod } from "~/domain/quality/quality-score";
import type { ProfileView } from "../profile-view";
import { testProfileView } from "../testing/profile-view";
import { QualityCard } from "./quality-card";

/** A limit against hanging: a script that is fetched for the first time has to be compiled. */

afterEach(cleanup);

const COUNTS = {
  rth: 24,
  ed: 0,
  h_1000: 162,
  ed_1000: 500,
  ach_adm: 100,
  ls_days: 100_000,
};

function scoreOf(counts = COUNTS): NonNullable<ProfileView["quality"]> {
  const period = qualityPeriod("2026-11-21", null);
  return { state: "data", data: { ...qualityOf(counts), period } };
}

function show(
  quality: NonNullable<ProfileView["quality"]>,
  more: Partial<ProfileView> = {},
  isLoading = false,
) {
  const Page = createRemixStub([
    {
      path: "/",
      Component: () => (
        <QualityCard
          view={testProfileView({ quality, ...more })}
          quality={quality}
          isLoading={isLoading}
        />
      ),
    },
  ]);
  render(<Page />);
  return screen.getByRole("region", { name: "Quality score" });
}

describe("the quality score of a page", () => {
  test("has its total, four measures with their points, and what it takes", async () => {
    const card = show(scoreOf());
    await within(card).findByText("360");
    expect(
      within(card)
        .getAllByRole("listitem")
        .map((item) => item.textContent),
    ).toEqual([
      "30 Day RTH 75 of 150",
      "30 Day OP Ed Visits 150 of 150",
      "Hosp/1000 Days of Care 120 of 150",
      "ED/1000 Days of Care 15 of 150",
    ]);
    expect(card.querySelectorAll(".points-bar")).toHaveLength(4);
    expect(card.textContent).toContain("360 out of 600 12 months to yesterday");
    expect(card.textContent).toContain(
      "1 fewer return raises the score (30 Day RTH).",
    );
  });

  test("opens the whole of it", () => {
    const link = within(show(scoreOf())).getByRole("link", {
      name: "Details: Real-Time Hospitalization Metrics",
    });
    expect(link.getAttribute("href")).toMatch(/\?modal=quality(#panel)?$/);
  });

  test("says that it covers all patients where the page shows ISNP patients", async () => {
    const { filters } = testProfileView();
    const card = show(scoreOf(), { filters: { ...filters, isnp: true } });
    expect(await within(card).findByText(/, all patients$/)).toBeTruthy();
  });

  test("draws no bar for a measure that is unknown", async () => {
    const card = show(scoreOf({ ...COUNTS, rth: 0, ach_adm: 0 }));
    await within(card).findByText("135");
    expect(card.querySelectorAll(".points-bar")).toHaveLength(2);
    expect(card.textContent).toContain("30 Day RTH Unknown");
    expect(card.textContent).toContain("out of 300");
    expect(card.textContent).toContain("2 of the four measures");
  });

  test("says Unknown where nothing is known", async () => {
    const none = { rth: 0, ed: 0, h_1000: 0, ed_1000: 0 };
    const card = show(scoreOf({ ...none, ach_adm: 0, ls_days: 0 }));
    expect(
      await within(card).findByText(/These 12 months have nothing to count/),
    ).toBeTruthy();
  });
});

describe("without a score", () => {
  test("the card says that it did not come, and asks again", () => {
    const card = show({ state: "error", message: "told by the shell" });
    expect(card.textContent).toContain(
      "Data was not retrieved due to a system error.",
    );
    expect(within(card).getByRole("link", { name: "Try again" })).toBeTruthy();
  });

  test("the card says that there is none", () => {
    expect(show({ state: "empty" }).textContent).toContain(
      "No results found for this search.",
    );
  });

  test("the card is a skeleton while a search by script runs", () => {
    const card = show(scoreOf(), {}, true);
    expect(card.querySelectorAll(".bg-hairline")).toHaveLength(6);
  });
});
