import type { DeepReadonly } from "~/contract/deep-readonly";
import { epochDayOf, type IsoDay } from "~/domain/calendar";
import { counted } from "~/domain/lists/counted-words";
import { sortRows } from "~/domain/lists/table-sort";
import { formatCount } from "~/domain/number-format";
import { lastFirst } from "~/domain/person-name";
import type { Level } from "~/domain/places/hierarchy";
import { ATTENTION_CHIPS } from "~/features/today/rules/attention-rules.data";
import { RESIDENT_LEVELS } from "~/features/today/rules/query";
import { listResidents, type Listed } from "~/features/today/rules/list";
import { byUnit, grouped, highRiskFirst } from "~/features/today/rules/order";
import {
  dayText,
  shortDayText,
  todayWords,
  windowText,
} from "~/features/today/rules/words";
import type { SignedIn } from "~/session/require-user.server";
import { countReviews, type CountedReviews } from "~server/reviews/service";
import {
  findLastReturn,
  listToday,
  type TodayResident,
} from "~server/today/service";

/** Leaves room for the charts on one sheet. */
const MOST = { attention: 12, out: 6 };

/** The residents of a huddle sheet (R556); null if the viewer may not see them or the place lists none. */
export async function loadHuddle(
  signedIn: SignedIn,
  { level, id }: { level: Level; id: number },
  today: IsoDay,
) {
  const listed = RESIDENT_LEVELS.find((one) => one === level);
  if (!listed) return null;
  const place = { level: listed, id };
  const [found, reviews, last] = await Promise.all([
    signedIn.ask(listToday, { ...place, file: false }),
    signedIn.ask(countReviews, { place }),
    signedIn.ask(findLastReturn, place),
  ]);
  if (found.kind !== "data") return null;
  const { attention, out } = grouped(listResidents(found.answer), null);
  const ordered = highRiskFirst(attention);
  const first = ordered.slice(0, MOST.attention);
  const unitOf = ({ unit, facility_name }: Resident["row"]) =>
    level === "facility" ? (unit ?? todayWords.noUnit) : facility_name;
  return {
    attention: {
      count: formatCount(attention.length),
      units: together(
        level === "facility"
          ? byUnit(first)
          : sortRows(first, BY_FACILITY, "asc"),
        unitOf,
      ),
      more: moreText(ordered.slice(MOST.attention), unitOf),
    },
    out: {
      count: formatCount(out.length),
      rows: out.slice(0, MOST.out).map(({ row }) => ({
        name: nameOf(row),
        since: shortDayText(row.out_since ?? today),
        hospital: row.out_hospital ?? "",
        bed: row.bed_kept ? todayWords.bedKept : "",
      })),
      more: moreText(out.slice(MOST.out), unitOf),
    },
    reviews: reviews.kind === "data" ? reviewsText(reviews.answer) : null,
    lastReturn: last.kind === "data" ? returnText(last.answer, today) : null,
  };
}

type Resident = Listed<DeepReadonly<TodayResident>>;
interface Unit {
  name: string;
  rows: { name: string; why: string; window: string }[];
}

const BY_FACILITY = {
  value: ({ row }: Resident) => row.facility_name,
  kind: "name",
} as const;

function together(
  sorted: readonly Resident[],
  unitOf: (row: Resident["row"]) => string,
): Unit[] {
  const units: Unit[] = [];
  for (const one of sorted) {
    const name = unitOf(one.row);
    if (units.at(-1)?.name !== name) units.push({ name, rows: [] });
    units.at(-1)?.rows.push({
      name: nameOf(one.row),
      why: one.day.reasons.map((rule) => ATTENTION_CHIPS[rule]).join(" · "),
      window: windowText(one.day),
    });
  }
  return units;
}

function nameOf({ last_name, first_name }: Resident["row"]): string {
  return lastFirst(last_name, first_name);
}

/** 'and 2 more: Cole, Bo (1 North) · Reed, Al (2 West)' */
function moreText(
  left: readonly Resident[],
  unitOf: (row: Resident["row"]) => string,
): string | null {
  if (left.length === 0) return null;
  const names = left.map(({ row }) => `${nameOf(row)} (${unitOf(row)})`);
  return `and ${formatCount(left.length)} more: ${names.join(" · ")}`;
}

function reviewsText({
  counts: { lists },
  oldest,
}: DeepReadonly<CountedReviews>): string {
  const { open, overdue } = lists;
  const due = `${formatCount(open)} to review`;
  if (oldest === null) return due;
  return `${due}, ${formatCount(overdue)} overdue. Oldest: transfer of ${dayText(oldest)}`;
}

function returnText(last: IsoDay | null, today: IsoDay): string {
  if (last === null) return "None so far";
  const days = epochDayOf(today) - epochDayOf(last);
  return `${counted(formatCount(days), "days")}, since ${dayText(last)}`;
}
