import { expect, test } from "vitest";
import {
  moreResultsText,
  noSearchResults,
  resultCountText,
  searchHeading,
} from "./words";

test("the words of the search hold the text and the count", () => {
  expect(noSearchResults("xyz")).toBe("No results were found for “xyz”.");
  expect(searchHeading("")).toBe("Search");
  expect(searchHeading("harbor")).toBe("Results for “harbor”");
  expect(resultCountText(1)).toBe("1 result");
  expect(resultCountText(3012)).toBe("3,012 results");
  expect(moreResultsText(2950)).toBe("2,950 more. Type to find them.");
});
