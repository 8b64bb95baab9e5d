import type { Kysely } from "kysely";
import { isoDayOf } from "~/domain/calendar";
import { firstLast } from "~/domain/person-name";
import {
  mayWriteReview,
  REVIEW_WINDOW_DAYS,
} from "~/features/reviews/rules/review-rules";
import type { Schema } from "~server/store/schema";
import { writeObjects } from "~server/store/write-rows";
import type { StoredAccount } from "./accounts";
import type { DemoData, Trip } from "./generate";
import { fullName } from "./organisation";
import { seededRandom, type Random } from "./random";
import {
  answersFor,
  planByChance,
  plansOfEachState,
  writtenReview,
  type ReviewPlan,
} from "./written-review";

/** Marks the resident with a long story. */
const STORY_ACTION = {
  action: "Go through all transfers of the resident with the family.",
  owner: "Demo Facility",
};
const STORY_ACTION_DAYS = 14;
const STORY_AMENDMENT =
  "The daughter called: the resident had felt unwell two days before.";

/** Reviews most of the latest transfers, in every state, and all of the long story: its latest is open and overdue. */
export async function storeDemoReviews(
  db: Kysely<Schema>,
  { today, facilities, trips, storyOf }: DemoData,
  accounts: readonly StoredAccount[],
  now: Date,
): Promise<void> {
  const unplanned = trips
    .filter(({ trip_planned }) => trip_planned === 0)
    .sort((a, b) => b.transferred_on - a.transferred_on || a.id - b.id);
  const ofStory = unplanned.filter(({ patient_id: id }) => id === storyOf);
  const others = unplanned.filter(
    ({ patient_id: id, transferred_on: day }) =>
      id !== storyOf && day > today - REVIEW_WINDOW_DAYS,
  );
  const placesOf = (name: string) =>
    accounts.find(({ username }) => username === name)!.accessLevelIds;
  const [eachStateAt, slowLaboratoryAt] = placesOf("demo-facilities");
  const writers = writersAt(facilities, accounts);
  const write = (
    transfer: Trip,
    plan: ReviewPlan,
    random: Random,
    more: object = {},
  ) => {
    const { facility_id } = transfer;
    const names = writers.nursesOf(facility_id).map(({ author }) => author);
    const writing = {
      ...{ random, now, today },
      owners: [...names, "Unit manager", "Director of nursing"],
      hasSlowLaboratory: facility_id === slowLaboratoryAt,
      pickWriter: () => writers.pick(random, transfer),
    };
    const answers = { ...answersFor(transfer, plan, writing), ...more };
    return writtenReview(transfer, answers, plan, writing);
  };
  const written = facilities.flatMap(({ id }) => {
    const random = seededRandom(`reviews ${id}`);
    const there = others.filter(({ facility_id }) => facility_id === id);
    const ages = there.map(({ transferred_on }) => today - transferred_on);
    const plans =
      id === eachStateAt
        ? plansOfEachState(ages, random)
        : ages.map((age) => planByChance(age, random));
    return there.flatMap((transfer, at) => {
      const plan = plans[at];
      return plan ? [write(transfer, plan, random)] : [];
    });
  });
  const random = seededRandom("reviews of a long story");
  const due_on = isoDayOf(today + STORY_ACTION_DAYS);
  ofStory.forEach((transfer, at) => {
    const plan: ReviewPlan = {
      state: at === 0 ? "open" : "signed",
      action: "none",
      ...(at === 1 && { amendment: STORY_AMENDMENT }),
    };
    const more = at === 0 ? { ...STORY_ACTION, due_on } : {};
    written.push(write(transfer, plan, random, more));
  });
  await storeReviews(db, written);
}

/** Accounts by their current names, and two nurses without one. */
function writersAt(
  facilities: DemoData["facilities"],
  accounts: readonly StoredAccount[],
) {
  const regions = new Map(facilities.map((one) => [one.id, one.region_id]));
  const withUser = accounts.flatMap(({ user, ...account }) => {
    if (!user) return [];
    const author = firstLast(user.firstname, user.lastname);
    return [{ ...account, writer: { user_id: user.id, author } }];
  });
  const nursesOf = (facilityId: number) => {
    const random = seededRandom(`nurses ${facilityId}`);
    const invented = Array.from({ length: 2 }, () => ({
      ...{ user_id: 0, author: fullName(random) },
    }));
    const own = withUser.filter(
      ({ accessLevel, accessLevelIds }) =>
        accessLevel === "facility" && accessLevelIds.includes(facilityId),
    );
    return [...own.map(({ writer }) => writer), ...invented];
  };
  return {
    nursesOf,
    /** A nurse, the attending physician, or who sees the facility's ISNP. */
    pick(random: Random, { key: { facility_id, npi, isnp } }: Trip) {
      const region = regions.get(facility_id) ?? 0;
      const others = withUser.filter(
        (account) =>
          (account.accessLevel === "physician" ||
            (account.isnpOnly && account.accessLevelIds.includes(region))) &&
          mayWriteReview(account, { npi, isnp: isnp === 1 }),
      );
      return others.length > 0 && random.chance(0.35)
        ? random.pick(others).writer
        : random.pick(nursesOf(facility_id));
    },
  };
}

async function storeReviews(
  db: Kysely<Schema>,
  written: readonly ReturnType<typeof writtenReview>[],
): Promise<void> {
  const reviews = written.map(({ review }) => review);
  await writeObjects(db, "reviews", reviews);
  const stored = await db
    .selectFrom("reviews")
    .select(["id", "transfer_id"])
    .execute();
  const ids = new Map(stored.map((one) => [one.transfer_id, one.id]));
  const versions = written.flatMap(({ review, versions: all }) =>
    all.map((version) => ({
      review_id: ids.get(review.transfer_id)!,
      ...version,
    })),
  );
  await writeObjects(db, "review_versions", versions);
}
