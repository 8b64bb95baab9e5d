import { expect, test } from "vitest";
import { readGraph } from "./graph-reading";
import { pointHtml } from "./point-html";
import { testRthLine } from "../testing/graphs-view";

const RATES = Array.from({ length: 18 }, (_, index) => (index === 6 ? 50 : 20));

test("a month's name from an API host stays text", () => {
  const graphs = {
    ...testRthLine({ rates: RATES }),
    months: RATES.map(() => '<img src="x">'),
  };
  const reading = readGraph(graphs, ["rth_30"], "rth_30");
  expect(pointHtml(reading, 6)).toMatch(
    /^<div><b>&lt;img src=&quot;x&quot;&gt; \d{4}:<\/b> 50\.00%, above upper limit\. Limits [^<]+\.<\/div>$/,
  );
});
