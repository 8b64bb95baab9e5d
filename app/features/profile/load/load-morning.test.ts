import { expect, onTestFinished, test, vi } from "vitest";
import type { AccessLevel } from "~/domain/access/ranks";
import type { Level } from "~/domain/places/hierarchy";
import { paths } from "~/paths";
import type { PlaceCounts } from "~/session/place-counts.server";
import type { SignedIn } from "~/session/require-user.server";
import { listFirst } from "~server/today/service";
import { loadMorning, NO_MORNING } from "./load-morning.server";

const NOBODY = {
  ...{ in_house: 0, attention: 0, window: 0, out: 0, back: 0 },
  ...{ long_stay_soon: 0, most: null },
};

const FIRST = {
  ...{ resident_id: 12, last_name: "Lee", first_name: "Ada" },
  rule: "back",
};

/** A viewer of these places, for whom there are no new signals. */
function viewer(
  accessLevel: AccessLevel,
  accessLevelIds: number[],
  changed = 0,
  due = 0,
): SignedIn {
  return {
    mark: "session-1",
    user: { viewer: { accessLevel, accessLevelIds, isnpOnly: false } },
    ask: async (service: unknown) => ({
      kind: "data",
      answer: service === listFirst ? [FIRST] : { news: [] },
    }),
    unreadAlerts: async () => 2,
    changeCount: async () => changed,
    noticesDue: async () => due,
  } as unknown as SignedIn;
}

function morning(
  level: Level,
  counts: Partial<PlaceCounts>,
  signedIn = viewer("company", [0]),
) {
  const all = { today: null, overdue: null, ...counts };
  return loadMorning(signedIn, { level, id: 4 }, all);
}

test("each number of a facility leads to the list of those that it counts", async () => {
  const today = { ...NOBODY, attention: 1300, out: 2, back: 1 };
  const { counts, first } = await morning("facility", { today, overdue: 7 });
  expect(counts).toEqual([
    {
      text: "1,300 need attention",
      href: "/today/facility/4?show=attention",
    },
    { text: "2 out at hospital", href: "/today/facility/4?show=out" },
    { text: "1 back within 72 hours", href: "/today/facility/4?show=back" },
    {
      text: "7 reviews overdue",
      href: "/reviews?level=facility&id=4&list=overdue",
    },
  ]);
  expect(first).toEqual([
    {
      text: "Lee, Ada",
      href: "/residents/12",
      why: "Back",
    },
  ]);
});

test("notices due at a facility lead to the list of what is due", async () => {
  const signedIn = viewer("facility", [4], 0, 3);
  const { counts } = await morning("facility", {}, signedIn);
  expect(counts).toEqual([
    { text: "3 notices due", href: "/transfer-notices/facility/4?due=1" },
  ]);
  expect(await morning("region", {}, signedIn)).toEqual(NO_MORNING);
});

test("above a facility each number leads to the facilities that it counts, and the one with most to do is named", async () => {
  const most = { facility_id: 9, facility_name: "Elm House", attention: 1 };
  const today = { ...NOBODY, attention: 3, out: 2, most };
  expect(await morning("region", { today })).toEqual({
    counts: [
      {
        text: "3 need attention",
        href: "/today/region/4?show=attention",
      },
      {
        text: "2 out at hospital",
        href: "/today/region/4?show=out",
      },
    ],
    first: [
      {
        text: "Elm House",
        href: "/today/facility/9",
        why: "most to do: 1 needs attention",
      },
    ],
  });
});

test("what is nothing, or not known, is left out", async () => {
  const counts = { today: NOBODY, overdue: 0 };
  expect(await morning("facility", counts)).toEqual(NO_MORNING);
  expect(await morning("facility", {})).toEqual(NO_MORNING);
});

test("what changed since a Monday names its day and leads to its list, of a place or of all own facilities", async () => {
  // On a Monday it is the Monday before.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 30, 17) });
  onTestFinished(() => void vi.useRealTimers());
  const ofPlace = { text: "1 change since 11/23", href: "/changes/region/4" };
  const company = viewer("company", [0], 1);
  const onStrip = async (...asked: Parameters<typeof morning>) =>
    (await morning(...asked)).counts;
  expect(await onStrip("region", {}, company)).toEqual([ofPlace]);
  expect(await onStrip("facility", {}, company)).toEqual([]);
  const several = viewer("facility", [4, 5], 1_200);
  const text = "1,200 changes since 11/23, all facilities";
  const ofAll = [{ text, href: "/changes" }];
  expect(await onStrip("facility", {}, several)).toEqual(ofAll);
  const one = viewer("facility", [4], 3);
  expect(await onStrip("facility", {}, one)).toEqual([]);
  const physicians = viewer("physician", [4, 5], 3);
  expect(await onStrip("facility", {}, physicians)).toEqual([]);
});

test("numbers of the one facility that a physician's page shows lead to the residents there", async () => {
  const { counts } = await loadMorning(
    viewer("physician", [4]),
    { level: "physician", id: 4, facilityId: 9 },
    { today: { ...NOBODY, out: 2 }, overdue: null },
  );
  expect(counts[0]).toEqual({
    text: "2 out at hospital",
    href: "/today/physician/4?show=out&facility-id=9",
  });
});

test("a physician reads of their own unread notes in place of reviews", async () => {
  const today = { ...NOBODY, attention: 1 };
  const counts = { today, overdue: 3 };
  const attention = {
    text: "1 needs attention",
    href: "/today/physician/4?show=attention",
  };
  const own = await morning("physician", counts, viewer("physician", [4]));
  expect(own.counts).toEqual([
    attention,
    { text: "2 unread notes", href: `${paths.afterHoursReport}?hours=72` },
  ]);
  const others = await morning("physician", counts);
  expect(others.counts).toEqual([attention]);
});
