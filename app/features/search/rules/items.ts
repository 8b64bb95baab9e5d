import type { AccessibleLocations } from "~/domain/access/accessible-locations";
import { ADMINISTRATOR_RANK, LOCATION_RANKS } from "~/domain/access/guard";
import { rankOf } from "~/domain/access/ranks";
import type { Viewer } from "~/domain/access/viewer";
import {
  openReports,
  type ListedReport,
} from "~/features/embedded-reports/rules/open-reports";
import { COMPANY_ID, type LocationLevel } from "~/domain/places/hierarchy";
import { LEVEL_NAMES } from "~/domain/places/level-names";
import { messages } from "~/domain/messages";
import type { SearchItem } from "./search";
import { folded } from "./folded";

const COMPANY_ABOVE_RANK = 4;

const ADMINISTRATOR_ITEMS: readonly SearchItem[] = [
  { kind: "users", id: "", label: "User Management" },
  { kind: "reports-config", id: "", label: "Reports Configuration" },
];

export interface SearchFacts {
  viewer: Viewer;
  organization: AccessibleLocations | null;
  reports: readonly ListedReport[];
}

/**
 * In the order of the browse list and there by name (R151): the company above rank 4, divisions from 4, regions from
 * 3, facilities from 2, and all reports. The administrator finds two pages and nothing else.
 */
export function searchItems({
  viewer,
  organization,
  reports,
}: SearchFacts): SearchItem[] {
  const rank = rankOf(viewer.accessLevel);
  if (rank === ADMINISTRATOR_RANK) return [...ADMINISTRATOR_ITEMS];
  return [
    ...(rank > COMPANY_ABOVE_RANK ? [company()] : []),
    ...(["division", "region", "facility"] as const).flatMap((level) =>
      organization && rank >= LOCATION_RANKS[level]
        ? places(level, organization)
        : [],
    ),
    ...ownResidents(viewer),
    ...openReports(reports, viewer).map(({ slug, title }): SearchItem => {
      return { kind: "report", id: slug, label: title };
    }),
  ];
}

function ownResidents({ accessLevel, accessLevelIds }: Viewer): SearchItem[] {
  if (accessLevel !== "physician") return [];
  const npis = [...new Set(accessLevelIds)];
  return npis.map((npi) => ({
    kind: "today",
    id: `${accessLevel}/${npi}`,
    label: npis.length === 1 ? "My residents" : `My residents, NPI ${npi}`,
  }));
}

function company(): SearchItem {
  const label = messages.profile.companyOverview;
  return { kind: "company", id: COMPANY_ID, label };
}

interface Place {
  id: number;
  name: string;
  within: string | undefined;
}

function places(
  level: LocationLevel,
  organization: AccessibleLocations,
): SearchItem[] {
  const all = placesOf(level, organization).map((place) => ({
    ...place,
    name: place.name.trim() || `${LEVEL_NAMES[level]} ${place.id}`,
  }));
  const ofName = repeatsOf(all, ({ name }) => folded(name));
  const ofPlace = repeatsOf(all, placeKey);
  const items = all.map((place): SearchItem => {
    const item: SearchItem = { kind: level, id: place.id, label: place.name };
    if (!ofName.has(folded(place.name))) return item;
    const isAlone = place.within && !ofPlace.has(placeKey(place));
    const number = isAlone ? undefined : `number ${place.id}`;
    const where = [place.within, number].filter(Boolean).join(", ");
    return { ...item, place: where };
  });
  return inOrder(items);
}

function placeKey({ name, within = "" }: Place): string {
  return JSON.stringify([folded(name), folded(within)]);
}

function repeatsOf(
  all: readonly Place[],
  keyOf: (place: Place) => string,
): Set<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const place of all) {
    const key = keyOf(place);
    if (seen.has(key)) repeated.add(key);
    seen.add(key);
  }
  return repeated;
}

function placesOf(
  level: LocationLevel,
  { divisions, regions, facilities }: AccessibleLocations,
): Place[] {
  switch (level) {
    case "division":
      return onceEach(
        divisions.map(({ division_id: id, division_name: name }) => {
          return { id, name, within: undefined };
        }),
      );
    case "region": {
      const names = new Map(
        divisions.map((one) => [one.division_id, one.division_name]),
      );
      return onceEach(
        regions.map((one) => ({
          id: one.region_id,
          name: one.region_name,
          within: names.get(one.division_id) ?? one.division_name,
        })),
      );
    }
    case "facility":
      return onceEach(
        facilities.map((one) => ({
          id: one.facility_id,
          name: one.facility_name,
          within: one.region_name,
        })),
      );
  }
}

function onceEach(all: readonly Place[]): Place[] {
  return [...new Map(all.map((place) => [place.id, place])).values()];
}

const byName = new Intl.Collator("en", { sensitivity: "accent" });

function inOrder(items: SearchItem[]): SearchItem[] {
  return items.sort((one, other) => byName.compare(one.label, other.label));
}
