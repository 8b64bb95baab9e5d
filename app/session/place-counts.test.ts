import { expect, test, vi } from "vitest";
import type { Ask } from "~/data/ask.server";
import type { Level } from "~/domain/places/hierarchy";
import { countReviews } from "~server/reviews/service";
import { countToday } from "~server/today/service";
import {
  findChangeCount,
  findPlaceCounts,
  type CountedPlace,
  type PlaceCounts,
} from "./place-counts.server";
import { forgetAnswers } from "./kept-answer.server";
import { sessionInTime } from "./testing/session-in-time";

const session = sessionInTime();

const TODAY = {
  ...{ in_house: 8, attention: 3, window: 2, out: 1, back: 0 },
  ...{ long_stay_soon: 0, most: null },
};

/** A data server with so many overdue reviews. */
function server(overdue = 7) {
  return vi.fn(async (asked: unknown, ..._: unknown[]) => ({
    kind: "data" as const,
    answer: asked === countToday ? TODAY : { counts: { lists: { overdue } } },
  }));
}

const findAt = (
  ask: ReturnType<typeof server>,
  place: CountedPlace | null,
): Promise<PlaceCounts> =>
  findPlaceCounts(session(), place, ask as unknown as Ask);

const find = (ask: ReturnType<typeof server>, level: Level, id = 4) =>
  findAt(ask, { level, id });

test("residents and reviews of a place are counted; of all places together the reviews alone", async () => {
  const ask = server();
  expect(await find(ask, "company", 0)).toEqual({ today: TODAY, overdue: 7 });
  const ofAll = server();
  expect(await findAt(ofAll, null)).toEqual({ today: null, overdue: 7 });
  expect(ofAll.mock.calls.map(([asked, input]) => [asked, input])).toEqual([
    [countReviews, {}],
  ]);
});

test("what changed since Monday is counted for the next page where it comes too late", async () => {
  let answer = (_count: number) => {};
  const ask = vi.fn(async () => {
    const count = await new Promise<number>((resolve) => (answer = resolve));
    return { kind: "data" as const, answer: { count } };
  });
  const place = { level: "region", id: 4 } as const;
  const count = () => findChangeCount(session(), place, ask as unknown as Ask);
  expect(await count()).toBeNull();
  answer(3);
  await expect.poll(count).toBe(3);
  expect(ask).toHaveBeenCalledTimes(1);
});

test("each place has its own counts, and a session that changed a review has them all counted again", async () => {
  await find(server(1), "region", 1);
  await find(server(2), "region", 2);
  const later = server(5);
  expect((await find(later, "region", 1)).overdue).toBe(1);
  expect((await find(later, "region", 2)).overdue).toBe(2);
  expect(later).not.toHaveBeenCalled();
  forgetAnswers(session());
  expect((await find(later, "region", 1)).overdue).toBe(5);
  expect((await find(later, "region", 2)).overdue).toBe(5);
});

test("what could not be had is null, and the other count is there", async () => {
  const ask = vi.fn(async (asked: unknown) =>
    asked === countToday
      ? { kind: "failure" as const, status: 504, reason: "timeout" }
      : {
          kind: "data" as const,
          answer: { counts: { lists: { overdue: 2 } } },
        },
  );
  expect(
    await find(ask as unknown as ReturnType<typeof server>, "facility"),
  ).toEqual({ today: null, overdue: 2 });
});
