import type { ReadCensusFacility } from "~/contract/census";
import { newYorkSqlDatetime } from "~/domain/calendar";
import {
  doubtShareText,
  marksOf,
  perDayText,
} from "~/domain/census/census-marks";
import {
  censusWords as words,
  findingText,
} from "~/domain/census/census-words";
import { FINDING_KINDS } from "~/domain/census/findings";
import { newYorkTimeAndDate } from "~/domain/freshness";
import { formatCount } from "~/domain/number-format";
import { profilePath } from "~/paths";
import {
  censusHref,
  LIST_HEADING_ID,
  listLinkId,
  type CensusAddress,
} from "./census-address";
import type { FacilityRow, MomentText } from "./census-view";

/** The facilities as the table shows them. */
export function facilityRows(
  facilities: readonly ReadCensusFacility[],
  address: CensusAddress,
): FacilityRow[] {
  const known = knowsBeds(facilities);
  return facilities.map((facility) => rowOf(facility, address, known));
}

/** True where the beds of any facility are known: a host without their source knows none. */
export function knowsBeds(facilities: readonly ReadCensusFacility[]): boolean {
  return facilities.some(({ beds }) => beds !== null);
}

function rowOf(
  facility: ReadCensusFacility,
  address: CensusAddress,
  knowsAny: boolean,
): FacilityRow {
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
    doubt:
      stays === null || inDoubt === null
        ? words.notKnown
        : doubtShareText(stays, inDoubt),
    findings: FINDING_KINDS.flatMap((kind) => {
      const count = facility[kind];
      if (!count) return [];
      const list = { kind, facilityId: id, page: 1 };
      return [
        {
          key: kind,
          id: listLinkId(list),
          text: findingText(kind, formatCount(count)),
          href: `${censusHref({ ...address, list })}#${LIST_HEADING_ID}`,
          isShown:
            address.list?.kind === kind && address.list.facilityId === id,
        },
      ];
    }),
  };
}

function momentText(at: string): MomentText {
  const read = newYorkTimeAndDate(newYorkSqlDatetime(new Date(at)));
  return { iso: at, text: read ? `${read.date} ${read.time}` : at };
}

/** '5.4, usually 6'. */
function movementsText({
  movements,
  usual_movements: usual,
}: ReadCensusFacility): string {
  const now = movements === null ? words.youngFeed : perDayText(movements);
  return usual === null ? now : `${now}, usually ${perDayText(usual)}`;
}

/** '92 of 110', or '92, beds not known' where those of others are. */
function residentsText(
  { residents, beds }: ReadCensusFacility,
  knowsAny: boolean,
): string {
  const inHouse = residents === null ? words.notKnown : formatCount(residents);
  if (beds !== null) return `${inHouse} of ${formatCount(beds)}`;
  return knowsAny ? `${inHouse}, ${words.bedsNotKnown}` : inHouse;
}
