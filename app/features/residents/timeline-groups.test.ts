import { describe, expect, it, test } from "vitest";
import type { NoteFacts } from "~/domain/residents/resident-facts";
import { stay, transfer } from "./testing/facts";
import { timelineOf } from "./timeline-groups";
import { groupText } from "./timeline-texts.server";

const TODAY = 500;

function note(
  day: number,
  time: string,
  stayId: number | null = null,
): NoteFacts {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return {
    id: day * 10_000 + Number(time.replace(":", "")),
    stayId,
    day,
    minuteOfDay: hours * 60 + minutes,
    notedAt: "",
    facilityName: "Elm House",
    physician: null,
    type: null,
    text: null,
    provider: null,
    isHighRisk: false,
    isUnread: false,
  };
}

function told({
  stays = [],
  ...story
}: Partial<Parameters<typeof timelineOf>[0]>) {
  const seen = stays.map((one) => ({ ...one, today: TODAY }));
  return timelineOf({
    transfers: [],
    notes: [],
    ...story,
    stays: seen,
  }).map((group) => [
    group.stay?.id ?? null,
    ...group.items.map((item) =>
      item.kind === "notes"
        ? `notes ${item.notes.length}`
        : `${item.kind} ${item.day}`,
    ),
  ]);
}

test("notes of several days stand under the first and the last day", () => {
  const daysOf = (...days: number[]) => {
    const notes = days.map((day) => ({
      ...note(day, "16:00"),
      notedAt: "1970-02-15T16:00:00.000Z",
    }));
    const [group] = timelineOf({ stays: [], transfers: [], notes });
    const { items } = groupText(group!, 0, () => null);
    return items.map(({ day: { text, time } }) => [text, time]);
  };
  expect(daysOf(45, 45)).toEqual([["02/15/1970", null]]);
  expect(daysOf(45, 46)).toEqual([["02/15/1970 –", "02/16/1970"]]);
});

describe("what happened to a resident", () => {
  it("is told stay by stay, the newest first, and so is each stay", () => {
    const stays = [stay(10, 40), stay(60, null)];
    const transfers = [
      transfer(40, { stayId: 10 }),
      transfer(70, { stayId: 60 }),
    ];
    expect(told({ stays, transfers })).toEqual([
      [60, "long-stay 160", "transfer 70", "admission 60"],
      [10, "discharge 40", "transfer 40", "admission 10"],
    ]);
  });

  it("has what no stay holds between the stays, together", () => {
    const stays = [stay(10, 40), stay(60, null, { longStayFrom: TODAY + 1 })];
    const transfers = [transfer(50), transfer(5, { stayId: 99 })];
    const notes = [note(45, "16:00"), note(70, "16:00")];
    expect(told({ stays, transfers, notes })).toEqual([
      [null, "notes 1"],
      [60, "admission 60"],
      [null, "transfer 50", "notes 1"],
      [10, "discharge 40", "admission 10"],
      [null, "transfer 5"],
    ]);
  });

  it("joins notes that follow each other, by the day and the time", () => {
    const stays = [stay(10, null, { longStayFrom: TODAY + 1 })];
    const notes = [
      note(20, "23:00", 10),
      note(20, "10:00", 10),
      note(20, "18:00", 10),
    ];
    const at = (minuteOfDay: number | null) =>
      told({
        stays,
        notes,
        transfers: [transfer(20, { minuteOfDay, stayId: 10 })],
      });
    expect(at(12 * 60)).toEqual([
      [10, "notes 2", "transfer 20", "notes 1", "admission 10"],
    ]);
    expect(at(null)).toEqual([[10, "transfer 20", "notes 3", "admission 10"]]);
  });

  it.each([
    [110, 110, []],
    [111, 110, ["long-stay 110"]],
    [null, TODAY, [`long-stay ${TODAY}`]],
    [null, TODAY + 1, []],
    [null, 10, ["long-stay 10"]],
  ])(
    "tells of long-stay status that was reached: discharged %s, long-stay %i",
    (discharged, longStayFrom, expected) => {
      const [[, ...items] = []] = told({
        stays: [stay(10, discharged, { longStayFrom })],
      });
      expect(
        items.filter((item) => String(item).startsWith("long-stay")),
      ).toEqual(expected);
    },
  );
});
