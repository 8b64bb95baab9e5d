import { expect, test } from "vitest";
import { OVERVIEW_FIGURES } from "~/domain/figures/overview-figures";
import { FIGURE_TAGS } from "~/domain/figures/figure-tags";

test("every figure of the overview card can be exported by its tag, and nothing else", () => {
  expect(OVERVIEW_FIGURES.map(({ tag }) => tag).sort()).toEqual(
    [...FIGURE_TAGS].sort(),
  );
});
