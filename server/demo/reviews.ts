import type { Insertable, Kysely } from "kysely";
import { epochDayOf, isoDayOf, newYorkDay } from "~/domain/calendar";
import { answersOf, type ReviewAnswers } from "~/domain/reviews/review-answers";
import { REVIEW_CAUSES } from "~/domain/reviews/review-causes.data";
import {
  REVIEW_WINDOW_DAYS,
  type ReviewAction,
  type ReviewState,
} from "~/domain/reviews/review-rules";
import { SATURDAY, weekdayOf } from "~/domain/transfers/groupings";
import type {
  ReviewTable,
  ReviewVersionTable,
} from "~server/store/review-tables";
import { columnsOf } from "~server/reviews/stored-review";
import type { Schema } from "~server/store/schema";
import { writeRows, type StoredValue } from "~server/store/write-rows";
import { seededRandom, type Random } from "./random";

type Db = Kysely<Schema>;
type Transfer = Awaited<
  ReturnType<ReturnType<typeof readTransfers>["execute"]>
>[number];

const MS_PER_DAY = 86_400_000;
const AUTHORS = ["Demo Facility", "Demo Facilities", "Demo Region"];
const OWNERS = [...AUTHORS, "Unit manager", "Director of nursing"];

/** What was different, and what was done about it, by cause. At weekends nobody is reached, and at night nobody is told. */
const STORIES = {
  weekday: ["infection", "fluid_balance", "assessed_late", "tests_late"],
  weekend: ["no_physician_reached", "change_not_passed_on", "few_staff"],
} as const;

const SIGNS = [
  "More tired than the day before, ate little.",
  "Short of breath when lying down.",
  "Confused since the morning.",
  "Fever and chills.",
  "Fell beside the bed, pain in the hip.",
];
const TRIED = [
  "Fluids by mouth, vital signs every four hours.",
  "Oxygen, chest X-ray ordered.",
  "Blood tests ordered, result not there in time.",
  "Antibiotic begun by mouth.",
];
const ACTIONS: Partial<Record<string, string>> = {
  no_physician_reached:
    "Agree with the on-call service on a second number for weekends.",
  change_not_passed_on: "Use the change-of-condition sheet at each handover.",
  few_staff: "Ask for one more nurse on Sundays.",
  tests_late: "Agree on a time for urgent blood tests with the laboratory.",
  infection: "Check residents with a catheter each shift.",
};

/** By which the resident with a long story is found among what is demo-facility's. */
const STORY_ACTION = {
  action: "Go through all transfers of the resident with the family.",
  owner: "Demo Facility",
};
const AMENDMENT =
  "The daughter called: the resident had felt unwell two days before.";

/** Takes all reviews away. */
export async function removeReviews(db: Db): Promise<void> {
  await db.deleteFrom("review_versions").execute();
  await db.deleteFrom("reviews").execute();
}

/**
 * Stores reviews of three in four of the demo's latest transfers, in every state, in place of all that are there.
 *
 * @param storyOf the resident all of whose transfers are signed but the latest, which is overdue
 */
export async function storeDemoReviews(
  db: Db,
  now: Date,
  storyOf = 0,
): Promise<void> {
  await removeReviews(db);
  const today = epochDayOf(newYorkDay(now));
  const random = seededRandom("reviews");
  const user = await db
    .selectFrom("users")
    .select("id")
    .orderBy("id")
    .executeTakeFirst();
  const making = { random, today, now, userId: user?.id ?? 0 };
  const transfers = await readTransfers(db)
    .where("transfers.transferred_on", ">", today - REVIEW_WINDOW_DAYS)
    .execute();
  const written = transfers
    .filter(() => random.chance(0.75))
    .map((transfer) => writtenOf(transfer, making))
    .filter(({ review }) => review.patient_id !== storyOf);
  const ofStory = await readTransfers(db)
    .where("transfers.patient_id", "=", storyOf)
    .execute();
  written.push(...writtenOfStory(ofStory, making));
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
  await writeRows(db, { table, columns }, values, () => undefined);
}

function readTransfers(db: Db) {
  return db
    .selectFrom("transfers")
    .leftJoin("stays", "stays.id", "transfers.stay_id")
    .where("transfers.planned", "=", 0)
    .orderBy("transfers.id")
    .select([
      "transfers.id",
      "transfers.patient_id",
      "transfers.facility_id",
      "transfers.transferred_on",
      "transfers.reason",
      "transfers.diagnosis",
      "transfers.returned_on",
      "stays.npi",
      "stays.isnp",
    ]);
}

interface Making {
  random: Random;
  today: number;
  now: Date;
  userId: number;
}

function writtenOf(transfer: Transfer, making: Making) {
  const { random, today } = making;
  const age = today - transfer.transferred_on;
  const state: ReviewState =
    age < 3 || random.chance(0.2)
      ? "open"
      : random.chance(0.3)
        ? "reviewed"
        : "signed";
  return reviewOf(transfer, answersFor(transfer, state, making), state, making);
}

/** Reviews of one resident's transfers: the latest open, with an action; those before it signed, the last of these with an amendment. */
function writtenOfStory(transfers: readonly Transfer[], making: Making) {
  const newestFirst = [...transfers].sort(
    (a, b) => b.transferred_on - a.transferred_on,
  );
  return newestFirst.map((transfer, at) => {
    const state = at === 0 ? "open" : "signed";
    const answers = {
      ...answersFor(transfer, state, making),
      ...(at === 0 && {
        ...STORY_ACTION,
        due_on: isoDayOf(making.today + 14),
      }),
    };
    const written = reviewOf(transfer, answers, state, making);
    const last = written.versions.at(-1);
    if (at === 1 && last) {
      written.review.version += 1;
      written.versions.push({
        ...last,
        version: written.review.version,
        action: "amend",
        changes: "{}",
        amendment: AMENDMENT,
      });
    }
    return written;
  });
}

function reviewOf(
  transfer: Transfer,
  answers: ReviewAnswers,
  state: ReviewState,
  making: Making,
) {
  const { random } = making;
  const stored = columnsOf(answers);
  const actions: ReviewAction[] = ["save"];
  if (state !== "open") actions.push("review");
  if (state === "signed") actions.push("sign");
  const author = random.pick(AUTHORS);
  const versions = actions.map((action, at) => ({
    version: at + 1,
    action,
    changes: action === "save" ? stored.answers : "{}",
    amendment: null as string | null,
    user_id: making.userId,
    author: at === 0 ? author : random.pick(AUTHORS),
    at: new Date(
      Math.min(
        (transfer.transferred_on + at + 1) * MS_PER_DAY +
          random.int(14 * 3_600, 22 * 3_600) * 1_000,
        making.now.getTime(),
      ),
    ).toISOString(),
  }));
  const review = {
    transfer_id: transfer.id,
    patient_id: transfer.patient_id,
    facility_id: transfer.facility_id,
    transferred_on: transfer.transferred_on,
    npi: transfer.npi,
    isnp: transfer.isnp ?? 0,
    state,
    version: versions.length,
    ...stored,
  };
  return { review, versions };
}

function answersFor(
  { transferred_on: day, ...transfer }: Transfer,
  state: ReviewState,
  { random, today }: Making,
): ReviewAnswers {
  const first = {
    noticed_on: isoDayOf(day - random.int(0, 2)),
    noticed_by: random.pick(["Nurse aide", "Family", "Charge nurse"]),
    change: random.pick(SIGNS),
    assessed: random.pick(["on_site", "by_phone", "by_phone", "both"]),
    tried: random.pick(TRIED),
    reason: transfer.reason ?? "",
    diagnosis: transfer.diagnosis ?? "",
    returned_on:
      transfer.returned_on === null ? "" : isoDayOf(transfer.returned_on),
  };
  if (state === "open") return answersOf(first);
  const isWeekend = weekdayOf(day) >= SATURDAY;
  const cause = random.pick(STORIES[isWeekend ? "weekend" : "weekday"]);
  const other = random.pick(REVIEW_CAUSES).id;
  const avoidable = random.chance(isWeekend ? 0.45 : 0.2)
    ? "yes"
    : random.pick(["no", "no", "no", "unsure"]);
  const action = avoidable === "yes" ? (ACTIONS[cause] ?? "") : "";
  const dueOn = day + random.int(14, 45);
  const isDone = action !== "" && dueOn < today && random.chance(0.7);
  return answersOf({
    ...first,
    directive: random.pick(["yes", "yes", "no", "unsure"]),
    decided_by: random.pick(["attending", "covering", "practitioner", "nurse"]),
    avoidable,
    causes: random.chance(0.3) && other !== cause ? `${cause} ${other}` : cause,
    action,
    owner: action === "" ? "" : random.pick(OWNERS),
    due_on: action === "" ? "" : isoDayOf(dueOn),
    done_on: isDone ? isoDayOf(Math.min(dueOn - 1, today)) : "",
  });
}
