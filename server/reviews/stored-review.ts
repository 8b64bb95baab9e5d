import type { Kysely, Selectable } from "kysely";
import { isoDayOf, epochDayOf } from "~/domain/calendar";
import {
  answersOf,
  cleanAnswer,
  type ReviewAnswers,
  REVIEW_FIELD_NAMES,
} from "~/features/reviews/rules/answers";
import type {
  ReviewVersionTable,
  ReviewTable,
} from "~server/store/review-tables";
import type { Schema } from "~server/store/schema";
import type { TransferToReview } from "./transfer-to-review";
import { z } from "zod";
import { ownerKey } from "~/features/reviews/rules/review-rules";

export type StoredReview = Selectable<ReviewTable>;
export type StoredVersion = Selectable<ReviewVersionTable>;

const storedAnswers = z.record(z.enum(REVIEW_FIELD_NAMES), z.string());

export function readAnswers(text: string): Partial<ReviewAnswers> {
  return storedAnswers.parse(JSON.parse(text));
}

/** Non-empty answers together, and those that lists need by column. */
export function columnsOf(answers: ReviewAnswers) {
  const given = Object.entries(answers).filter(([, text]) => text !== "");
  const dayOf = (day: string) => (day === "" ? null : epochDayOf(day));
  return {
    answers: JSON.stringify(Object.fromEntries(given)),
    avoidable: answers.avoidable,
    causes: answers.causes,
    owner_key: ownerKey(answers.owner),
    due_on: dayOf(answers.due_on),
    done_on: dayOf(answers.done_on),
  };
}

export async function findStoredReview(
  db: Kysely<Schema>,
  id: number,
): Promise<StoredReview | undefined> {
  return db
    .selectFrom("reviews")
    .where("id", "=", id)
    .selectAll()
    .executeTakeFirst();
}

export async function readVersions(
  db: Kysely<Schema>,
  reviewId: number,
): Promise<StoredVersion[]> {
  return db
    .selectFrom("review_versions")
    .where("review_id", "=", reviewId)
    .orderBy("version")
    .selectAll()
    .execute();
}

export function writtenVersions(
  versions: readonly StoredVersion[],
): StoredVersion[] {
  return versions.filter(({ version }) => version > 0);
}

/** Somebody deleted its texts since that version: the gap has no author. */
export function wasForgotten(
  versions: readonly StoredVersion[],
  since: number,
  until: number,
): boolean {
  return (
    versions.filter(({ version }) => version > since && version <= until)
      .length <
    until - since
  );
}

export function answersAt(
  versions: readonly StoredVersion[],
  version: number,
): ReviewAnswers {
  const changes = versions
    .filter((one) => one.version <= version)
    .map((one) => readAnswers(one.changes));
  return answersOf(Object.assign({}, ...changes) as Partial<ReviewAnswers>);
}

/** Every change of a review raises it. */
export async function readReviewsEdition(db: Kysely<Schema>): Promise<number> {
  const { edition } = await db
    .selectFrom("reviews")
    .select((eb) => eb.fn.sum<string | number | null>("version").as("edition"))
    .executeTakeFirstOrThrow();
  return Number(edition);
}

/** Known facts before anybody writes (R336). */
export function firstAnswers({
  reason,
  diagnosis,
  returned_on,
}: Pick<
  TransferToReview,
  "reason" | "diagnosis" | "returned_on"
>): ReviewAnswers {
  return answersOf({
    reason: cleanAnswer(reason ?? ""),
    diagnosis: cleanAnswer(diagnosis ?? ""),
    returned_on: returned_on === null ? "" : isoDayOf(returned_on),
  });
}

/** Version 0 has no author; later versions are differences from it. */
export async function storeFirstAnswers(
  db: Kysely<Schema>,
  review_id: number,
  answers: ReviewAnswers,
  at: Date,
): Promise<void> {
  await db
    .insertInto("review_versions")
    .values({ review_id, ...firstVersion(answers, at) })
    .execute();
}

export function firstVersion(
  answers: ReviewAnswers,
  at: Date,
): Omit<ReviewVersionTable, "review_id"> {
  return {
    version: 0,
    action: "save",
    changes: columnsOf(answers).answers,
    amendment: null,
    user_id: NOBODY,
    author: "",
    at: at.toISOString(),
  };
}

/** No user has this id. */
const NOBODY = 0;
