import { mayReadResidents } from "~/domain/access/guard";
import type { Viewer } from "~/domain/access/viewer";
import { newYorkSqlDatetime } from "~/domain/calendar";
import {
  doubtShareText,
  marksOf,
  perDayText,
} from "~/features/data-quality/rules/census-marks";
import {
  censusWords as words,
  findingText,
} from "~/features/data-quality/rules/census-words";
import { FINDING_KINDS } from "~/features/data-quality/rules/findings";
import { newYorkTimeAndDate } from "~/domain/freshness";
import { formatCount } from "~/domain/number-format";
import { profilePath } from "~/paths";
import type { FacilityOfCensus } from "~server/data-quality/service";
import {
  censusHref,
  LIST_HEADING_ID,
  listLinkId,
  type CensusAddress,
} from "./census-address";
import type { FacilityRow, MomentText } from "./census-view";

/** The facilities as the table shows them. */
export function facilityRows(
  facilities: readonly FacilityOfCensus[],
  address: CensusAddress,
  viewer: Viewer,
): FacilityRow[] {
  const known = knowsBeds(facilities);
  return facilities.map((facility) => ({
    ...rowOf(facility, known),
    findings: findingsOf(facility, address, mayReadResidents(viewer)),
  }));
}

/** True where the beds of any facility are known: without an import of CMS ratings none are. */
export function knowsBeds(facilities: readonly FacilityOfCensus[]): boolean {
  return facilities.some(({ beds }) => beds !== null);
}

function rowOf(
  facility: FacilityOfCensus,
  knowsAny: boolean,
): Omit<FacilityRow, "findings"> {
  const { facility_id: id, last_message, last_movement } = facility;
  const { stays, stays_in_doubt: inDoubt } = facility;
  return {
    id,
    name: facility.facility_name,
    href: profilePath("facility", id),
    marks: marksOf(facility),
    feed:
      last_message === null
        ? null
        : {
            message: momentText(last_message),
            movement: last_movement === null ? null : momentText(last_movement),
            movements: movementsText(facility),
          },
    residents: residentsText(facility, knowsAny),
    doubt: doubtShareText(stays, inDoubt),
  };
}

/** Lists of messages name nobody, so they are open to everybody. */
function findingsOf(
  facility: FacilityOfCensus,
  address: CensusAddress,
  hasLists: boolean,
): FacilityRow["findings"] {
  const { facility_id: facilityId } = facility;
  return FINDING_KINDS.filter((kind) => facility[kind] > 0).map((kind) => {
    const list = { kind, facilityId, page: 1 };
    return {
      key: kind,
      id: listLinkId(list),
      text: findingText(kind, formatCount(facility[kind])),
      href:
        hasLists || kind === "waiting"
          ? `${censusHref({ ...address, list })}#${LIST_HEADING_ID}`
          : null,
      isShown:
        address.list?.kind === kind && address.list.facilityId === facilityId,
    };
  });
}

function momentText(at: string): MomentText {
  const read = newYorkTimeAndDate(newYorkSqlDatetime(new Date(at)));
  return { iso: at, text: read ? `${read.date} ${read.time} ET` : at };
}

/** '5.4, usually 6'. */
function movementsText({
  movements,
  usual_movements: usual,
}: FacilityOfCensus): string {
  const now = movements === null ? words.youngFeed : perDayText(movements);
  return usual === null ? now : `${now}, usually ${perDayText(usual)}`;
}

/** '92 of 110', or '92, beds not known' where those of others are. */
function residentsText(
  { residents, beds }: FacilityOfCensus,
  knowsAny: boolean,
): string {
  const inHouse = residents === null ? words.notKnown : formatCount(residents);
  if (beds !== null) return `${inHouse} of ${formatCount(beds)}`;
  return knowsAny ? `${inHouse}, ${words.bedsNotKnown}` : inHouse;
}
