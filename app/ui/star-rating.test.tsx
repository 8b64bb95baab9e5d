import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { StarRating } from "./star-rating";

test("a rating is told in words, and by as many filled stars", () => {
  const html = renderToStaticMarkup(<StarRating rating={4} />);
  expect(html).toContain("4 of 5 stars");
  expect(html.match(/fill-accent/g)).toHaveLength(4);
});
