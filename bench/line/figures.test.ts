import { expect, it } from "vitest";
import {
  kilobytes,
  kindOf,
  median,
  seconds,
  wireCost,
  type Transfer,
} from "./figures";

const transfer = (changed: Partial<Transfer>): Transfer => ({
  url: "/",
  kind: "document",
  body: 0,
  headers: 0,
  ...changed,
});

it("a page costs the bodies of its answers by kind, and their headers apart", () => {
  const cost = wireCost([
    transfer({ body: 1_000, headers: 400 }),
    transfer({ kind: "style", body: 500, headers: 300 }),
    transfer({ kind: "script", body: 200, headers: 300 }),
    transfer({ kind: "script", body: 100, headers: 300 }),
  ]);
  expect(cost).toEqual({
    requests: 4,
    body: {
      document: 1_000,
      style: 500,
      script: 300,
      font: 0,
      image: 0,
      other: 0,
    },
    total: 1_800,
    headers: 1_300,
  });
});

it("nothing costs nothing", () => {
  expect(wireCost([])).toMatchObject({ requests: 0, total: 0, headers: 0 });
});

it.each([
  ["Document", "document"],
  ["Stylesheet", "style"],
  ["Script", "script"],
  ["Font", "font"],
  ["Image", "image"],
  ["Fetch", "other"],
  ["Prefetch", "other"],
])("what Chromium calls %s is %s", (type, kind) => {
  expect(kindOf(type)).toBe(kind);
});

it.each([
  [[3, 1, 2], 2],
  [[4, 1, 2, 3], 2.5],
  [[5], 5],
  [[], null],
  [[1, null, 2], null],
])("the median of %j is %s", (values, middle) => {
  expect(median(values)).toBe(middle);
});

it("bytes are told in KB of 1,024, times in seconds, and what is not there as a dash", () => {
  expect([kilobytes(20 * 1024), kilobytes(1_500), kilobytes(0)]).toEqual([
    "20.0",
    "1.5",
    "–",
  ]);
  expect([seconds(1_754), seconds(null)]).toEqual(["1.75", "–"]);
});
