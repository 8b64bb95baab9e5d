import { expect, test } from "vitest";
import { isSignal, shortMonth, shownText, variationText } from "./words";

test("a drift says since when, an unusual month is that of its value", () => {
  const text = (
    variation: Parameters<typeof variationText>[0]["variation"],
    months: string[],
  ) => variationText({ variation, months });
  expect(text("drifting_up", ["2026-03", "2026-04"])).toBe(
    "Drifting up since Mar 2026",
  );
  expect(text("unusually_low", ["2026-03"])).toBe("Unusually low");
  expect(text("too_few", [])).toBe("Too few to say");
});

test("only what asks for a look is a signal", () => {
  expect(
    (
      [
        "unusually_high",
        "unusually_low",
        "drifting_up",
        "drifting_down",
      ] as const
    ).every(isSignal),
  ).toBe(true);
  expect((["usual", "too_few"] as const).some(isSignal)).toBe(false);
});

test("months and rows are counted in words", () => {
  expect(shortMonth("2026-09")).toBe("Sep 2026");
  expect(shortMonth("2026-13")).toBe("13 2026");
  expect(shownText({ first: 51, last: 100, total: 300 })).toBe(
    "Rows 51 to 100 of 300",
  );
});
