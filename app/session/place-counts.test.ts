import { expect, test, vi } from "vitest";
import type { AccessLevel } from "~/domain/access/ranks";
import type { Level } from "~/domain/places/hierarchy";
import { countReviews } from "~server/reviews/service";
import { countToday } from "~server/today/service";
import {
  findPlaceCounts,
  forgetPlaceCounts,
  type CountedPlace,
  type PlaceCounts,
} from "./place-counts.server";
import { sessionInTime } from "./testing/session-in-time";

const session = sessionInTime();

const TODAY = {
  ...{ in_house: 8, attention: 3, window: 2, out: 1, back: 0 },
  long_stay_soon: 0,
};

/** A data server with so many overdue reviews. */
function server(overdue = 7) {
  return vi.fn(async (asked: unknown, ..._: unknown[]) => ({
    kind: "data" as const,
    answer: asked === countToday ? TODAY : { counts: { lists: { overdue } } },
  }));
}

const findAs = (
  accessLevel: AccessLevel,
  ask: ReturnType<typeof server>,
  place: CountedPlace | null,
): Promise<PlaceCounts> =>
  findPlaceCounts(
    { id: session(), viewer: { accessLevel } },
    place,
    ask as unknown as Parameters<typeof findPlaceCounts>[2],
  );

const find = (ask: ReturnType<typeof server>, level: Level, id = 4) =>
  findAs("company", ask, { level, id });

test.each<[Level, unknown[]]>([
  ["company", []],
  ["division", []],
  ["region", [countReviews]],
  ["facility", [countToday, countReviews]],
  ["physician", [countToday, countReviews]],
])("of a %s is asked what its tabs say", async (level, services) => {
  const ask = server();
  expect(await find(ask, level)).toEqual({
    today: services.includes(countToday) ? TODAY : null,
    overdue: services.includes(countReviews) ? 7 : null,
  });
  expect(ask.mock.calls.map(([asked]) => asked)).toEqual(services);
});

test.each<[AccessLevel, number | null]>([
  ["facility", 7],
  ["region", 7],
  ["company", null],
])(
  "of all places of a %s the reviews alone are counted: %s",
  async (level, overdue) => {
    const ask = server();
    expect(await findAs(level, ask, null)).toEqual({ today: null, overdue });
    if (overdue !== null) expect(ask.mock.calls[0]?.[1]).toEqual({});
  },
);

test("each place has its own counts, and a session that changed a review has them all counted again", async () => {
  await find(server(1), "region", 1);
  await find(server(2), "region", 2);
  const later = server(5);
  expect((await find(later, "region", 1)).overdue).toBe(1);
  expect((await find(later, "region", 2)).overdue).toBe(2);
  expect(later).not.toHaveBeenCalled();
  forgetPlaceCounts(session());
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
