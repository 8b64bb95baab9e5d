import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PlaceRatings, StarRating } from "./place-ratings";

const STARS = { overall: null, survey: 1, quality: 2, staffing: 3 };

function textOf(about: { marks: string[]; date: string | null }): string {
  return renderToStaticMarkup(<PlaceRatings ratings={{ ...STARS, ...about }} />)
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
}

test("below the stars stand the marks of the CMS file and its day", () => {
  const marks = ["Special Focus Facility", "Cited for abuse"];
  const date = "CMS file of 04/01/2026";
  expect(textOf({ marks, date })).toContain(
    "Overall Unknown Survey 1 of 5 stars Quality 2 of 5 stars Staffing 3 of 5 stars Special Focus Facility Cited for abuse CMS file of 04/01/2026",
  );
  expect(textOf({ marks: [], date: null })).not.toContain("CMS file");
});

test("a rating is told in words, and by as many filled stars", () => {
  const html = renderToStaticMarkup(<StarRating rating={4} />);
  expect(html).toContain("4 of 5 stars");
  expect(html.match(/fill-accent/g)).toHaveLength(4);
});
