import type { Insertable, Kysely } from "kysely";
import { epochDayOf, isoDayOf, newYorkDay } from "~/domain/calendar";
import { firstLast } from "~/domain/person-name";
import type { ReviewAnswers } from "~/features/reviews/rules/answers";
import {
  REVIEW_WINDOW_DAYS,
  mayWriteReview,
} from "~/features/reviews/rules/review-rules";
import type {
  ReviewTable,
  ReviewVersionTable,
} from "~server/store/review-tables";
import type { Schema } from "~server/store/schema";
import { writeRows, type StoredValue } from "~server/store/write-rows";
import { demoAccounts, facilityOfMost, placesOf } from "./accounts";
import { type DemoOrganisation, personName } from "./organisation";
import { seededRandom, type Random } from "./random";
import {
  writtenReview,
  type WrittenReview,
  type ReviewPlan,
  planByChance,
  plansOfEachState,
  answersFor,
} from "./written-review";

type Db = Kysely<Schema>;
type Transfer = Awaited<ReturnType<typeof readTransfers>>[number];

/** By which the resident with a long story is found among what is demo-facility's. */
const STORY_ACTION = {
  action: "Go through all transfers of the resident with the family.",
  owner: "Demo Facility",
};
const STORY_ACTION_DAYS = 14;
const STORY_AMENDMENT =
  "The daughter called: the resident had felt unwell two days before.";

/** Takes all reviews away. */
export async function removeReviews(db: Db): Promise<void> {
  await db.deleteFrom("review_versions").execute();
  await db.deleteFrom("reviews").execute();
}

/**
 * Stores reviews of most of the demo's latest transfers, in every state, in place of all that are there.
 *
 * @param storyOf the resident all of whose transfers are signed but the latest, which is overdue
 */
export async function storeDemoReviews(
  db: Db,
  organisation: DemoOrganisation,
  now: Date,
  storyOf = 0,
): Promise<void> {
  await removeReviews(db);
  const today = epochDayOf(newYorkDay(now));
  const making = await readMaking(db, organisation, now);
  const transfers = await readTransfers(db, today, storyOf);
  const ofStory = transfers.filter(({ patient_id: id }) => id === storyOf);
  const others = transfers.filter(({ patient_id: id }) => id !== storyOf);
  const written = organisation.facilities.flatMap(({ id }) =>
    reviewsOfFacility(
      id,
      others.filter(({ facility_id }) => facility_id === id),
      making,
    ),
  );
  written.push(...reviewsOfStory(ofStory, making));
  await storeReviews(db, written);
}

/** What all reviews are made with. */
type Making = Awaited<ReturnType<typeof readMaking>>;

/** Nurses whom a facility has beside the demo accounts. */
const NURSES = 2;
const BY_OTHERS = 0.35;

/** Who works on the reviews of each facility. The demo accounts that are still there write under the names that they have now. */
async function readWriters(db: Kysely<Schema>, organisation: DemoOrganisation) {
  const users = await db
    .selectFrom("users")
    .select(["id", "username", "firstname", "lastname"])
    .execute();
  const accounts = demoAccounts(organisation).flatMap((account) => {
    const user = users.find(({ username }) => username === account.username);
    if (!user) return [];
    const name = firstLast(user.firstname, user.lastname);
    return [{ ...account, writer: { userId: user.id, name } }];
  });
  const regions = new Map(
    organisation.facilities.map(({ id, regionId }) => [id, regionId]),
  );
  const nursesOf = (facilityId: number) => {
    const random = seededRandom(`nurses ${facilityId}`);
    const invented = Array.from({ length: NURSES }, () => {
      const { first, last } = personName(random);
      return { userId: 0, name: firstLast(first, last) };
    });
    const own = accounts.filter(
      ({ accessLevel, accessLevelIds }) =>
        accessLevel === "facility" && accessLevelIds.includes(facilityId),
    );
    return [...own.map(({ writer }) => writer), ...invented];
  };
  return {
    nursesOf,
    /** Whoever might write the review of a transfer: a nurse of the facility, the attending physician, or who sees its ISNP. */
    pick(random: Random, { facility_id, npi, isnp }: Transfer) {
      const region = regions.get(facility_id) ?? 0;
      const others = accounts.filter(
        (account) =>
          (account.accessLevel === "physician" ||
            (account.isnpOnly && account.accessLevelIds.includes(region))) &&
          mayWriteReview(account, { npi, isnp: isnp === 1 }),
      );
      return others.length > 0 && random.chance(BY_OTHERS)
        ? random.pick(others).writer
        : random.pick(nursesOf(facility_id));
    },
  };
}

async function readMaking(db: Db, organisation: DemoOrganisation, now: Date) {
  const [, slowLaboratoryAt] = placesOf(organisation, "demo-facilities");
  return {
    now,
    today: epochDayOf(newYorkDay(now)),
    writers: await readWriters(db, organisation),
    slowLaboratoryAt,
    eachStateAt: facilityOfMost(organisation)?.id,
  };
}

/** The unplanned transfers of the list of work, and all of one resident; the newest first. */
function readTransfers(db: Db, today: number, storyOf: number) {
  return db
    .selectFrom("transfers")
    .leftJoin("stays", "stays.id", "transfers.stay_id")
    .where("transfers.trip_planned", "=", 0)
    .where((eb) =>
      eb.or([
        eb("transfers.transferred_on", ">", today - REVIEW_WINDOW_DAYS),
        eb("transfers.patient_id", "=", storyOf),
      ]),
    )
    .orderBy("transfers.transferred_on", "desc")
    .orderBy("transfers.id")
    .select([
      "transfers.id",
      "transfers.patient_id",
      "transfers.facility_id",
      "transfers.transferred_on",
      "transfers.minute_of_day",
      "transfers.reason",
      "transfers.diagnosis",
      "transfers.returned_on",
      "stays.npi",
      "stays.isnp",
    ])
    .execute();
}

function reviewsOfFacility(
  facilityId: number,
  transfers: readonly Transfer[],
  making: Making,
): WrittenReview[] {
  const { today } = making;
  const random = seededRandom(`reviews ${facilityId}`);
  const days = transfers.map(({ transferred_on }) => transferred_on);
  const plans =
    facilityId === making.eachStateAt
      ? plansOfEachState(days, today, random)
      : days.map((day) => planByChance(day, today, random));
  return transfers.flatMap((transfer, at) => {
    const plan = plans[at];
    return plan ? reviewOf(transfer, plan, making, random) : [];
  });
}

/** Reviews of one resident's transfers: the latest open, with an action; those before it signed, the last of these with an amendment. */
function reviewsOfStory(
  transfers: readonly Transfer[],
  making: Making,
): WrittenReview[] {
  const random = seededRandom("reviews of a long story");
  const action = {
    ...STORY_ACTION,
    due_on: isoDayOf(making.today + STORY_ACTION_DAYS),
  };
  return transfers.map((transfer, at) => {
    const plan: ReviewPlan = {
      state: at === 0 ? "open" : "signed",
      action: "none",
      ...(at === 1 && { amendment: STORY_AMENDMENT }),
    };
    const more = at === 0 ? action : {};
    return reviewOf(transfer, plan, making, random, more);
  });
}

function reviewOf(
  transfer: Transfer,
  plan: ReviewPlan,
  { today, now, writers, slowLaboratoryAt }: Making,
  random: Random,
  more: Partial<ReviewAnswers> = {},
): WrittenReview {
  const { facility_id } = transfer;
  const owners = writers.nursesOf(facility_id).map(({ name }) => name);
  const answers = answersFor(transfer, plan, {
    random,
    today,
    owners: [...owners, "Unit manager", "Director of nursing"],
    hasLateTests: facility_id === slowLaboratoryAt,
  });
  return writtenReview(transfer, { ...answers, ...more }, plan, {
    random,
    now,
    today,
    pickWriter: () => writers.pick(random, transfer),
  });
}

async function storeReviews(
  db: Db,
  written: readonly WrittenReview[],
): Promise<void> {
  await write(
    db,
    "reviews",
    written.map(({ review }) => review),
  );
  const stored = await db
    .selectFrom("reviews")
    .select(["id", "transfer_id"])
    .execute();
  const ids = new Map(stored.map((one) => [one.transfer_id, one.id]));
  await write(
    db,
    "review_versions",
    written.flatMap(({ review, versions }) =>
      versions.map((version) => ({
        review_id: ids.get(review.transfer_id) ?? 0,
        ...version,
      })),
    ),
  );
}

async function write<Table extends "reviews" | "review_versions">(
  db: Db,
  table: Table,
  rows: readonly (Insertable<ReviewTable> | ReviewVersionTable)[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return;
  const values = rows.map((row) =>
    Object.values(row as Record<string, StoredValue>),
  );
  await writeRows(db, { table, columns }, values);
}
