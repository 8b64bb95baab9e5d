import type { Kysely } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import type { Schema } from "~server/store/schema";
import { noTotals, totalsWith, type Totals } from "./additive-totals";
import { reachOfAll, type DataReach } from "./data-reach";
import {
  pagesOfHistories,
  type ReachedHistory,
  daysOfHistories,
  countedDays,
  PhysicianFigures,
} from "./physicians/physician-figures";
import { placesOf, type Question, type StayFilter } from "./question";
import { summedDays, type DayCounts } from "./totals/day-counts";
import { PlaceTotals } from "./totals/place-totals";
import { BANDS, type Band, type PeopleCount } from "./totals/total-columns";

/** Both ends included; no future days. */
export type DayRange = Pick<Question, "from" | "to">;

export type PeopleByBand = Record<Band, number>;

interface RangesQuery {
  totals?: readonly DayRange[];
  people?: readonly DayRange[];
}

/** Figures of the stays that match a filter, up to each facility's data cut-off (R245). */
export interface StayFigures {
  /** Combined data cut-off of the facilities with matching stays; null if none has one. */
  reach: DataReach | null;
  /** All have one cut-off and begin by the given day; false without a day. */
  isEven: boolean;
  /** Figures of each range, in order. Places answer all ranges in few statements. */
  over(asked: RangesQuery): Promise<{
    totals: Totals[];
    people: PeopleCount[];
  }>;
  /** What each day of a range adds, oldest first. The range must start with a month. */
  days(range: DayRange): Promise<DayCounts[]>;
}

/** `begunBy`: see {@link StayFigures.isEven}. */
export async function openFigures(
  db: Kysely<Schema>,
  filter: StayFilter,
  begunBy: EpochDay | null = null,
): Promise<StayFigures> {
  if (filter.npi !== undefined) return figuresOfHistories(db, filter, begunBy);
  const places = placesOf(filter);
  const { ids } = places;
  const totals = await PlaceTotals.open(db, places, begunBy);
  const inEach = (ranges: readonly DayRange[]) =>
    ranges.flatMap(({ from, to }) =>
      ids.map((placeId) => ({ placeId, from, to })),
    );
  const isPlace = ids.length === 1;
  return {
    reach: totals.reaches.all,
    isEven: totals.reaches.isEven,
    async over({ totals: ranges = [], people = [] }) {
      const found = await totals.over(
        inEach(ranges),
        isPlace ? inEach(people) : [],
      );
      return {
        totals: ranges.map((_, at) =>
          found.totals
            .slice(at * ids.length, (at + 1) * ids.length)
            .reduce(totalsWith, noTotals()),
        ),
        people: isPlace ? found.people : await peopleAnywhere(people),
      };
    },
    days: async (range) => summedDays([...(await totals.days(range)).values()]),
  };

  /** Patients of facilities that do not form a place: they may share patients. */
  async function peopleAnywhere(people: readonly DayRange[]) {
    if (people.length === 0) return [];
    const figures = await figuresOfHistories(db, filter);
    return (await figures.over({ people })).people;
  }
}

export async function readTotals(
  db: Kysely<Schema>,
  question: Question,
): Promise<Totals> {
  const figures = await openFigures(db, question);
  const { totals } = await figures.over({ totals: [question] });
  return totals[0] ?? noTotals();
}

export function patientsOf(people: PeopleByBand): number {
  return BANDS.reduce((sum, band) => sum + people[band], 0);
}

async function figuresOfHistories(
  db: Kysely<Schema>,
  filter: StayFilter,
  begunBy: EpochDay | null = null,
): Promise<StayFigures> {
  const histories: ReachedHistory[] = [];
  for await (const page of pagesOfHistories(db, filter, begunBy)) {
    histories.push(...page);
  }
  const figuresOver = ({ from, to }: DayRange) => {
    const figures = new PhysicianFigures();
    for (const { history, reach } of histories) {
      const days = countedDays({ from, to, isnp: filter.isnp }, reach);
      if (days) figures.add(history, days, true);
    }
    return figures;
  };
  const counted = filter.isnp
    ? histories.filter(({ history }) => history.hasIsnpStay())
    : histories;
  const reach = reachOfAll(counted.map(({ reach }) => reach));
  return {
    reach,
    isEven:
      begunBy !== null &&
      reach?.earliest === reach?.latest &&
      !counted.some(({ late }) => late),
    over: async ({ totals = [], people = [] }) => ({
      totals: totals.map((range) => figuresOver(range).totals),
      people: people.map((range) => figuresOver(range).distinctPeople()),
    }),
    days: async (range) => daysOfHistories(histories, range, filter.isnp),
  };
}
