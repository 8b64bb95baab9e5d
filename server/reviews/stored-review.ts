import type { Kysely, Selectable } from "kysely";
import { z } from "zod";
import {
  answersOf,
  REVIEW_FIELD_NAMES,
  type ReviewAnswers,
} from "~/domain/reviews/review-answers";
import type {
  ReviewTable,
  ReviewVersionTable,
} from "~server/store/review-tables";
import type { Schema } from "~server/store/schema";

export type StoredReview = Selectable<ReviewTable>;
export type StoredVersion = Selectable<ReviewVersionTable>;

const storedAnswers = z.record(z.enum(REVIEW_FIELD_NAMES), z.string());

/** Answers as they are stored. */
export function readAnswers(text: string): Partial<ReviewAnswers> {
  return storedAnswers.parse(JSON.parse(text));
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

/** All that was done with a review, oldest first. */
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

/** What a review said when it had a version. */
export function answersAt(
  versions: readonly StoredVersion[],
  version: number,
): ReviewAnswers {
  const changes = versions
    .filter((one) => one.version <= version)
    .map((one) => readAnswers(one.changes));
  return answersOf(Object.assign({}, ...changes) as Partial<ReviewAnswers>);
}
