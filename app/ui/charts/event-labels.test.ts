import { expect, test } from "vitest";
import { eventLabels } from "./event-labels";

const at = (...indexes: number[]) =>
  indexes.map((index, number) => ({ index, number: number + 1 }));

const textsOn = (width: number, ...indexes: number[]) =>
  eventLabels(at(...indexes), 18, width).map(({ text }) => text);

test("numbers stand over their months, those of one month together", () => {
  expect(textsOn(900, 2, 5, 5, 9)).toEqual(["1", "2–3", "4"]);
  expect(eventLabels(at(8), 18, 900)).toEqual([
    { index: 8, text: "1", x: 47.2 },
  ]);
});

test("numbers that would meet stand together, and no farther than that", () => {
  expect(textsOn(400, 4, 5)).toEqual(["1", "2"]);
  expect(textsOn(200, 4, 5)).toEqual(["1–2"]);
  // The first two are wide together, and meet the third.
  expect(textsOn(200, 4, 5, 6)).toEqual(["1–3"]);
  expect(textsOn(200, 4, 5, 12)).toEqual(["1–2", "3"]);
});

test("numbers that stand together leave out those of other graphs", () => {
  const events = [2, 5].map((number) => ({ index: 5, number }));
  expect(eventLabels(events, 18, 900).map(({ text }) => text)).toEqual([
    "2, 5",
  ]);
});

test("wide ones stay beside the names and values at the edges", () => {
  const [first] = eventLabels(at(0, 0, 0), 36, 200);
  const [last] = eventLabels(at(35, 35), 36, 200);
  expect(first?.x).toBeGreaterThan(1.4);
  expect(last?.x).toBeLessThan(98.6);
});

test("no event, no number", () => {
  expect(eventLabels([], 18, 200)).toEqual([]);
});
