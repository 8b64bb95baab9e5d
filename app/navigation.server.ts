import { apiHost } from "~/data/upstream.server";
import { facilityAndAbove, mayReadResidents } from "~/domain/access/guard";
import { landingPageFor } from "~/domain/access/landing";
import type { Viewer } from "~/domain/access/viewer";
import { isIsoDay } from "~/domain/calendar";
import { profileMessages } from "~/domain/profile-messages";
import { formatCount } from "~/domain/number-format";
import {
  COMPANY_ID,
  LEVELS,
  LEVELS_ABOVE_FACILITIES,
  NO_PHYSICIAN_ID,
  type Level,
} from "~/domain/places/hierarchy";
import { SIGNAL_LEVELS } from "~/features/signals/rules/own-places";
import { settings } from "~/env.server";
import { paths, profilePath, withQuery, type ProfileQuery } from "~/paths";
import { reviewsPath } from "~/review-paths";
import { SCREENS, type ScreenName } from "~/screens.server";
import type { CountedPlace, PlaceCounts } from "~/session/place-counts.server";
import type { SignedIn } from "~/session/require-user.server";
import type { Nav, NavLink, Tab } from "~/ui/nav";

export interface NavSource {
  /** Null if unknown. */
  name: string | null;
  /** Null where residents are closed to the viewer: no tab leads to them. */
  counts: PlaceCounts | null;
  query?: ProfileQuery;
  /** Graphs that the page shows in month over month, as its address has them: its sheet shows them so too. */
  mom?: string;
  todayHref?: string;
  files?: NavLink[];
}

interface PlaceTab {
  text: string;
  screens: Partial<Record<Level, ScreenName>>;
  listsResidents?: true;
}

const atLevels = (levels: readonly Level[], name: ScreenName) =>
  Object.fromEntries(levels.map((level) => [level, name]));

const TODAY = "Today";

const PLACE_TABS: readonly PlaceTab[] = [
  {
    text: "Overview",
    screens: {
      company: "companyOverview",
      division: "divisionProfile",
      region: "regionProfile",
      facility: "facilityProfile",
      physician: "physicianProfile",
    },
  },
  {
    text: TODAY,
    screens: atLevels(LEVELS, "today"),
    listsResidents: true,
  },
  { text: "Transfers", screens: atLevels(LEVELS, "transfers") },
  {
    text: "Reviews",
    screens: atLevels(LEVELS, "reviews"),
    listsResidents: true,
  },
  { text: "Signals", screens: atLevels(SIGNAL_LEVELS, "signals") },
  {
    text: "Facilities",
    screens: atLevels(LEVELS_ABOVE_FACILITIES, "facilities"),
  },
];

const ADMINISTRATION: readonly [text: string, screen: ScreenName][] = [
  ["Users", "users"],
  ["Reports Configuration", "reportsConfig"],
  ["Groups", "groups"],
  ["Second factor", "factorRules"],
  ["Imports", "imports"],
  ["Messages", "messages"],
  ["Causes", "reviewCauses"],
  ["Audit trail", "auditTrail"],
  ["Data quality", "dataQuality"],
];

const NOT_COUNTED: PlaceCounts = { today: null, overdue: null };

/** Null if residents are closed to the viewer, or with an API host. */
export async function countsFor(
  { user: { viewer }, placeCounts }: SignedIn,
  place: CountedPlace | null,
): Promise<PlaceCounts | null> {
  if (!mayReadResidents(viewer)) return null;
  return apiHost ? NOT_COUNTED : placeCounts(place);
}

/** In one order on each page. */
export function navOfPlace(
  place: CountedPlace,
  { name, counts, query = {}, mom, todayHref, files = [] }: NavSource,
): Nav {
  const { level, id } = place;
  const tabs = PLACE_TABS.flatMap((tab): Tab[] => {
    const { text } = tab;
    const screen = tab.screens[level];
    if (screen === undefined || !isOffered(screen)) return [];
    if (tab.listsResidents && counts === null) return [];
    if (screen === "today" && level === "physician" && id === NO_PHYSICIAN_ID)
      return [];
    const count = countOf(screen, counts);
    // Pages without dates hand them on to the next tab.
    const href =
      count && screen === "reviews"
        ? reviewsPath({ ...place, list: "overdue", ...query })
        : hrefOf(screen, place, query);
    return [{ text, href, ...(count && { count }) }];
  });
  const today = tabs.find(({ text }) => text === TODAY);
  const prints = [
    {
      text: profileMessages.huddle.link,
      href: withQuery(profilePath(level, id), {
        ...query,
        mom,
        view: "huddle",
      }),
    },
    ...(today ? [{ text: "Today's list", href: todayHref ?? today.href }] : []),
    // Printing cannot begin without scripts, so the menu says how it does.
    { text: "This page: Ctrl + P" },
  ];
  return { name, tabs, onPhone: onPhone(tabs), prints, files };
}

/** For a page that does not show them itself. */
export function carriedQuery({ url }: Request): ProfileQuery {
  const { searchParams: search } = new URL(url);
  const dayOf = (name: string) => {
    const day = search.get(name);
    return day !== null && isIsoDay(day) ? day : undefined;
  };
  return {
    isnp: search.get("isnp") === "true" || undefined,
    startDate: dayOf("startDate"),
    endDate: dayOf("endDate"),
  };
}

/** Only for viewers who may open the facility. */
export async function navOfFacility(
  signedIn: SignedIn,
  { id, name }: { id: number; name: string },
): Promise<{ nav?: Nav }> {
  if (facilityAndAbove(signedIn.user.viewer) !== "allow") return {};
  const place = { level: "facility" as const, id };
  const counts = await countsFor(signedIn, place);
  return { nav: navOfPlace(place, { name, counts }) };
}

export async function ownNav(signedIn: SignedIn): Promise<Nav> {
  const landing = landingPageFor(signedIn.user.viewer);
  if (landing.page === "users") return tabsOnly(administrationTabs());
  if (landing.page === "logo") {
    const overview = { text: "Overview", href: paths.home };
    if (!isOffered("reviews")) return tabsOnly([overview]);
    const count = countOf("reviews", await countsFor(signedIn, null));
    const list = count ? ("overdue" as const) : undefined;
    const reviews = { text: "Reviews", href: reviewsPath({ list }) };
    return tabsOnly([overview, { ...reviews, ...(count && { count }) }]);
  }
  const place: CountedPlace =
    landing.page === "company" ? { level: "company", id: COMPANY_ID } : landing;
  const counts = await countsFor(signedIn, place);
  return navOfPlace(place, { name: null, counts });
}

function tabsOnly(tabs: Tab[]): Nav {
  return { name: null, tabs, onPhone: onPhone(tabs), prints: [], files: [] };
}

/** Letters and digits that fit into the bar of a phone. */
const LETTERS_OF_A_PHONE = 34;

function onPhone(tabs: readonly Tab[]): number {
  let letters = 0;
  const at = tabs.findIndex(({ text, count }) => {
    letters += text.length + (count?.shown.length ?? 0);
    return letters > LETTERS_OF_A_PHONE;
  });
  return at === -1 ? tabs.length : at;
}

function administrationTabs(): Tab[] {
  return ADMINISTRATION.filter(
    ([, screen]) =>
      isOffered(screen) && (screen !== "groups" || settings.OIDC_NAME),
  ).map(([text, screen]) => ({ text, href: SCREENS[screen].path }));
}

/** The header's link to data quality; null for physicians, and for account managers, who have a tab. */
export function dataQualityLink({ accessLevel }: Viewer): NavLink | null {
  const hasNone = accessLevel === "physician" || !isOffered("dataQuality");
  return hasNone || accessLevel === "account_manager"
    ? null
    : { text: "Data quality", href: SCREENS.dataQuality.path };
}

function isOffered(name: ScreenName): boolean {
  return apiHost === null || SCREENS[name].specified;
}

function hrefOf(
  name: ScreenName,
  place: CountedPlace,
  query: ProfileQuery,
): string {
  if (name === "reviews") return reviewsPath({ ...place, ...query });
  const path = SCREENS[name].path
    .replace(":level", place.level)
    .replace(":id", String(place.id));
  return withQuery(path, query);
}

function countOf(
  name: ScreenName,
  counts: PlaceCounts | null,
): Tab["count"] | null {
  const { today, overdue } = counts ?? NOT_COUNTED;
  if (name === "today" && today?.attention) {
    return { shown: formatCount(today.attention), of: "need attention" };
  }
  if (name === "reviews" && overdue) {
    return { shown: formatCount(overdue), of: "overdue" };
  }
  return null;
}
