import { expect, test } from "vitest";
import type { AccessLevel } from "~/domain/access/ranks";
import type { Level } from "~/domain/places/hierarchy";
import { paths } from "~/paths";
import type { PlaceCounts } from "~/session/place-counts.server";
import type { SignedIn } from "~/session/require-user.server";
import { loadMorning } from "./load-morning.server";

const NOBODY = {
  ...{ in_house: 0, attention: 0, window: 0, out: 0, back: 0 },
  long_stay_soon: 0,
};

/** A viewer of these places, for whom there are no new signals. */
function viewer(accessLevel: AccessLevel, accessLevelIds: number[]): SignedIn {
  return {
    mark: "session-1",
    user: { viewer: { accessLevel, accessLevelIds, isnpOnly: false } },
    ask: async () => ({ kind: "data", answer: { news: [] } }),
    unreadAlerts: async () => 2,
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
  expect(await morning("facility", { today, overdue: 7 })).toEqual([
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
});

test("what is nothing, or not known, is left out", async () => {
  const counts = { today: NOBODY, overdue: 0 };
  expect(await morning("facility", counts)).toEqual([]);
  expect(await morning("facility", {})).toEqual([]);
});

test("a physician reads of their own unread notes in place of reviews", async () => {
  const today = { ...NOBODY, attention: 1 };
  const counts = { today, overdue: 3 };
  const attention = {
    text: "1 needs attention",
    href: "/today/physician/4?show=attention",
  };
  expect(await morning("physician", counts, viewer("physician", [4]))).toEqual([
    attention,
    { text: "2 unread notes", href: paths.afterHoursReport },
  ]);
  expect(await morning("physician", counts)).toEqual([attention]);
});
