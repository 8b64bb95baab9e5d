import { expect, test } from "vitest";
import { OVERVIEW_FIGURES } from "~/domain/overview-figures";
import { METRIC_TAGS } from "./metricdatacsv";

test("every figure of the overview card can be exported by its tag, and nothing else", () => {
  expect(OVERVIEW_FIGURES.map(({ tag }) => tag).sort()).toEqual(
    [...METRIC_TAGS].sort(),
  );
});
