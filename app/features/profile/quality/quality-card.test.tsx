import { describe, expect, test } from "vitest";
import { all, textOf } from "../../../../tests/pages/support/document";
import {
  drawnPage,
  hrefsOf,
  regionOf,
} from "../../../../tests/pages/support/drawn-page";
import type { ProfileView } from "../profile-view";
import { testProfileView } from "../testing/profile-view";
import { testQuality } from "../testing/quality";
import { QualityCard } from "./quality-card";

async function show(
  quality: NonNullable<ProfileView["quality"]>,
  more: Partial<ProfileView> = {},
  isLoading = false,
) {
  const view = testProfileView({ quality, ...more });
  const page = await drawnPage(
    <QualityCard view={view} quality={quality} isLoading={isLoading} />,
  );
  return regionOf(page, "Quality score");
}

describe("the quality score of a page", () => {
  test("has its total, four measures with their points, and what it takes", async () => {
    const card = await show(testQuality());
    expect(all(card, "li").map(textOf)).toEqual([
      "30 Day RTH 75 of 150",
      "30 Day OP Ed Visits 150 of 150",
      "Hosp/1000 Days of Care 120 of 150",
      "ED/1000 Days of Care 15 of 150",
    ]);
    expect(card.querySelectorAll(".points-bar")).toHaveLength(4);
    expect(textOf(card)).toContain("360 out of 600 11/21/2025–11/21/2026");
    expect(textOf(card)).toContain(
      "1 fewer return raises the score (30 Day RTH).",
    );
  });

  test("opens the whole of it", async () => {
    expect(
      hrefsOf(await show(testQuality()))[
        "Details: Real-Time Hospitalization Metrics"
      ],
    ).toBe("/region-profile/2?modal=quality#panel");
  });
});

describe("without a score", () => {
  test("the card says that it did not come, and asks again", async () => {
    const card = await show({ state: "error", message: "told by the shell" });
    expect(textOf(card)).toContain(
      "Data was not retrieved due to a system error.",
    );
    expect(hrefsOf(card)).toHaveProperty("Try again");
  });

  test("the card says that there is none", async () => {
    expect(textOf(await show({ state: "empty" }))).toContain(
      "No results found for this search.",
    );
  });

  test("the card is a skeleton while a search by script runs", async () => {
    const card = await show(testQuality(), {}, true);
    expect(card.querySelectorAll(".bg-hairline")).toHaveLength(6);
  });
});
