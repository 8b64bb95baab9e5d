import { afterEach, describe, expect, test, vi } from "vitest";
import type { Viewer } from "~/domain/access/viewer";
import { NO_PHYSICIAN_ID, type Level } from "~/domain/places/hierarchy";
import type { PlaceCounts } from "~/session/place-counts.server";
import type { SignedIn } from "~/session/require-user.server";
import type { Nav } from "~/ui/nav";
import {
  carriedQuery,
  countsFor,
  dataQualityLink,
  navOfFacility,
  navOfPlace,
  ownNav,
} from "./navigation.server";

const upstream = vi.hoisted(() => ({ apiHost: null as object | null }));
vi.mock("~/data/upstream.server", () => upstream);
afterEach(() => void (upstream.apiHost = null));

const NOT_COUNTED: PlaceCounts = { today: null, overdue: null };

const COUNTED: PlaceCounts = {
  today: {
    ...{ in_house: 82, attention: 1234, window: 5, out: 2, back: 1 },
    ...{ long_stay_soon: 0, most: null },
  },
  overdue: 7,
};

function place(
  level: Level,
  id = 4,
  counts: PlaceCounts | null = NOT_COUNTED,
): Nav {
  return navOfPlace({ level, id }, { name: "Elm House", counts });
}

function user(accessLevel: Viewer["accessLevel"], accessLevelIds = [4]) {
  const viewer = { accessLevel, accessLevelIds, isnpOnly: false };
  const placeCounts = vi.fn(async () => COUNTED);
  return {
    user: { viewer },
    placeCounts,
  } as unknown as SignedIn & {
    placeCounts: typeof placeCounts;
  };
}

const textsOf = ({ tabs }: Nav) => tabs.map(({ text }) => text);

describe("the tabs of a place", () => {
  test.each<[Level, string[]]>([
    ["company", ["Signals", "Facilities"]],
    ["division", ["Signals", "Facilities"]],
    ["region", ["Signals", "Facilities"]],
    ["facility", ["Signals"]],
    ["physician", []],
  ])("of a %s are the pages that it has, in one order", (level, more) => {
    const all = ["Overview", "Today", "Transfers", "Reviews", ...more];
    expect(textsOf(place(level))).toEqual(all);
  });

  test("lead to the pages of that place, with the days and patients of the page", () => {
    const { tabs, prints } = navOfPlace(
      { level: "facility", id: 4 },
      { name: null, counts: NOT_COUNTED, query: { isnp: true } },
    );
    expect(tabs.map(({ href }) => href)).toEqual([
      "/facility-profile/4?isnp=true",
      "/today/facility/4?isnp=true",
      "/transfers/facility/4?isnp=true",
      "/reviews?level=facility&id=4&isnp=true",
      "/signals/facility/4?isnp=true",
    ]);
    expect(prints).toEqual([
      {
        text: "Huddle sheet",
        href: "/facility-profile/4?isnp=true&view=huddle",
      },
      { text: "Today's list", href: "/today/facility/4?isnp=true" },
      { text: "This page: Ctrl + P" },
    ]);
  });

  test("take them from the address of a page that does not show them, as far as they can be", () => {
    const carried = (search: string) =>
      carriedQuery(new Request(`http://localhost/today/facility/4${search}`));
    expect(
      carried("?isnp=true&startDate=2026-07-01&endDate=2026-09-30&show=out"),
    ).toEqual({
      ...{ isnp: true, startDate: "2026-07-01", endDate: "2026-09-30" },
    });
    expect(carried("?isnp=yes&startDate=soon")).toEqual({});
  });

  test("say who needs attention and which reviews are overdue", () => {
    expect(
      place("facility", 4, COUNTED).tabs.map(({ count }) => count),
    ).toEqual([
      undefined,
      { shown: "1,234", of: "need attention" },
      undefined,
      { shown: "7", of: "overdue" },
      undefined,
    ]);
  });

  test("lead to the overdue reviews where these are counted", () => {
    const hrefs = place("facility", 4, COUNTED).tabs.map(({ href }) => href);
    expect(hrefs[3]).toBe("/reviews?level=facility&id=4&list=overdue");
  });

  test("have no number where it is nothing, or could not be counted", () => {
    const none = {
      today: COUNTED.today && { ...COUNTED.today, attention: 0 },
      overdue: 0,
    };
    for (const counts of [none, NOT_COUNTED]) {
      const { tabs } = place("facility", 4, counts);
      expect(tabs.filter(({ count }) => count)).toEqual([]);
    }
  });

  test("lead to no lists of residents where these are closed to the viewer", async () => {
    const manager = user("account_manager", []);
    const counts = await countsFor(manager, { level: "facility", id: 4 });
    const { tabs, prints } = place("facility", 4, counts);
    expect(tabs.map(({ text }) => text)).toEqual([
      "Overview",
      "Transfers",
      "Signals",
    ]);
    expect(prints.map(({ text }) => text)).toEqual([
      "Huddle sheet",
      "This page: Ctrl + P",
    ]);
    expect(manager.placeCounts).not.toHaveBeenCalled();
  });

  test("have no list of today for the stays without a physician", () => {
    const { tabs, prints } = place("physician", NO_PHYSICIAN_ID);
    expect(tabs.map(({ text }) => text)).not.toContain("Today");
    expect(prints.map(({ text }) => text)).toEqual([
      "Huddle sheet",
      "This page: Ctrl + P",
    ]);
  });

  test("are the overview alone before an API host, which is not asked for counts", async () => {
    upstream.apiHost = {};
    expect(textsOf(place("facility"))).toEqual(["Overview"]);
    const manager = user("facility");
    await navOfFacility(manager, { id: 4, name: "Elm House" });
    expect(manager.placeCounts).not.toHaveBeenCalled();
  });
});

describe("the tabs of a page that is about no place", () => {
  test("are those of the user's one place, with its counts", async () => {
    const nav = await ownNav(user("facility"));
    expect(nav.name).toBeNull();
    expect(textsOf(nav)).toEqual(textsOf(place("facility")));
    expect(nav.tabs[1]?.count?.shown).toBe("1,234");
    expect((await ownNav(user("company", [0]))).tabs[0]?.href).toBe(
      "/company-overview",
    );
  });

  test("are the overview and the reviews of all their places for whoever has several", async () => {
    const manager = user("region", [1, 2]);
    expect((await ownNav(manager)).tabs.map(({ href }) => href)).toEqual([
      "/",
      "/reviews?list=overdue",
    ]);
    upstream.apiHost = {};
    expect(textsOf(await ownNav(manager))).toEqual(["Overview"]);
  });

  test("are those of user administration for account managers, with the pages that are served", async () => {
    const manager = user("account_manager", []);
    expect(textsOf(await ownNav(manager))).toEqual([
      "Users",
      "Reports Configuration",
      "Second factor",
      "Imports",
      "Messages",
      "Causes",
      "Audit trail",
      "Data quality",
    ]);
    upstream.apiHost = {};
    expect(textsOf(await ownNav(manager))).toEqual([
      "Users",
      "Reports Configuration",
    ]);
  });
});

test("a phone has room for as many tabs as have short names", async () => {
  const nav = await ownNav(user("account_manager", []));
  expect(textsOf(nav).slice(0, nav.onPhone)).toEqual([
    "Users",
    "Reports Configuration",
  ]);
  expect(place("facility").onPhone).toBe(4);
  const many = { ...COUNTED, overdue: 491 };
  expect(place("facility", 4, many).onPhone).toBe(3);
});

test("a physician has no tabs of a facility", async () => {
  const facility = { id: 4, name: "Elm House" };
  expect(await navOfFacility(user("physician"), facility)).toEqual({});
  const { nav } = await navOfFacility(user("facility"), facility);
  expect(nav?.name).toBe("Elm House");
});

test("the header leads managers to the quality of the data, where it is served", () => {
  const linkOf = (level: Viewer["accessLevel"]) =>
    dataQualityLink(user(level).user.viewer)?.href;
  expect(linkOf("facility")).toBe("/census");
  expect(linkOf("admin")).toBe("/census");
  expect(linkOf("physician")).toBeUndefined();
  expect(linkOf("account_manager")).toBeUndefined();
  upstream.apiHost = {};
  expect(linkOf("facility")).toBeUndefined();
});
