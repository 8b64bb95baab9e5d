import { expect, test } from "vitest";
import { documentOf } from "./support/document";
import { spokenOddly } from "./support/spoken-oddly";

const BAD = {
  "a status by its role": "<p role=status>3 rows</p>",
  "a figure to press in a definition":
    "<dl><dt>RTH</dt><dd><button>24%</button></dd></dl>",
  "a part in the name of a definition":
    "<dl><dt><span>RTH</span></dt><dd>24%</dd></dl>",
  "a required field": "<label>Name <input required></label>",
  "an alert with a label of its own":
    "<div role=alert aria-labelledby=t><h2 id=t>Wrong</h2><p>No name</p></div>",
  "hidden words that a live text gets later":
    "<p aria-live=polite>3 rows<span class=sr-only>, frailty High</span></p>",
  "a caption of which only the order changes":
    "<table><caption aria-live=polite>Fruit, sorted by Name</caption></table>",
  "hidden words after those of a link":
    '<a href="/edit">Edit<span class="sr-only"> ada</span></a>',
};

function page(body: string): string {
  return `<!DOCTYPE html><html><body>${body}</body></html>`;
}

test.each(Object.entries(BAD))("finds %s", (_, html) => {
  expect(spokenOddly(documentOf(page(html)))).toHaveLength(1);
});
