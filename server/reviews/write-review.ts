import type { Kysely, Transaction } from "kysely";
import { z } from "zod";
import { dayParam } from "~/contract/wire";
import type { Viewer } from "~/domain/access/viewer";
import { isoDayOf } from "~/domain/calendar";
import { changedEntries } from "~/domain/changed-entries";
import {
  answersOf,
  causesIn,
  cleanAnswer,
  mergeAnswers,
  REVIEW_FIELD_NAMES,
  type ReviewAnswers,
} from "~/features/reviews/rules/answers";
import { answersWhenOpened } from "~/features/reviews/rules/history";
import {
  amendmentProblem,
  answerProblems,
  LONGEST_TEXT,
  missingAnswers,
} from "~/features/reviews/rules/problems";
import {
  MOST_AMENDMENTS,
  REVIEW_ACTIONS,
  stateAfter,
} from "~/features/reviews/rules/review-rules";
import { reviewWords } from "~/features/reviews/rules/words";
import {
  forbidden,
  notFound,
  outdated,
  Refusal,
  refuseField,
} from "~server/refusal";
import { readClocks } from "~server/store/facility-clocks";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import { recordEvent } from "~server/audit/audit-events";
import { type Actor, authorOf } from "~server/users/actor";
import {
  firstAnswers,
  firstVersion,
  columnsOf,
  readAnswers,
  readVersions,
  wasForgotten,
  type StoredReview,
} from "./read-review";
import { readCauses } from "./review-causes";
import {
  findTransferToReview,
  mayWriteOf,
  writtenKeyOf,
  type TransferToReview,
} from "./transfer-to-review";

const { form: words } = reviewWords;

/** `version` is the opened one. */
export const wantedWrite = z.object({
  action: z.enum(REVIEW_ACTIONS),
  version: z.number().int().nonnegative(),
  answers: z
    .record(z.enum(REVIEW_FIELD_NAMES), z.string().max(LONGEST_TEXT))
    .optional(),
  /** Text of an amendment, and the day the action was done. */
  text: z.string().max(LONGEST_TEXT).optional(),
  done_on: dayParam.optional(),
  /** Marks the action as done today at the facility, instead of answers. */
  done_today: z.literal(true).optional(),
});
export type WantedWrite = z.output<typeof wantedWrite>;

/** Writes and audits in one transaction; false without a change. Throws 400, 403, 404 and 409. */
export async function writeReview(
  { db, dialect }: Store,
  viewer: Viewer,
  transferId: number,
  wanted: WantedWrite,
  actor: Actor,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const find = () => findTransferToReview(trx, viewer, transferId);
    let transfer = await find();
    if (transfer && dialect === "postgres") {
      // Serialises reviewers of a resident: two rows may be one transfer (R248). SQLite has one writer anyway.
      await trx
        .selectFrom("patients")
        .where("id", "=", transfer.patient_id)
        .select("id")
        .forNoKeyUpdate()
        .execute();
      // An import could move the transfer without seeing this review (R345).
      await trx
        .selectFrom("transfers")
        .where("id", "=", transfer.transfer_id)
        .select("id")
        .forShare()
        .execute();
      transfer = await find();
    }
    if (!transfer) throw notFound();
    if (!mayWriteOf(viewer, transfer)) throw forbidden();
    const stored = await lockReview(trx, transfer, dialect);
    if (stored.version === 0) {
      const first = answersOf(readAnswers(stored.answers));
      await trx
        .insertInto("review_versions")
        .values({ review_id: stored.id, ...firstVersion(first, actor.at) })
        .execute();
    }
    const state = stateAfter(stored.state, wanted.action);
    if (state === null) throw new Refusal(409, words.notNow);
    const written = await judge(trx, stored, transfer, wanted, actor);
    const changes = changedEntries(
      answersOf(readAnswers(stored.answers)),
      written.answers,
    );
    const changed = Object.keys(changes);
    if (wanted.action === "save" && changed.length === 0 && stored.version > 0)
      return false;
    const { numUpdatedRows } = await trx
      .updateTable("reviews")
      .set({
        ...writtenKeyOf(transfer),
        state: stateAfter(stored.state, wanted.action, changed) ?? state,
        version: stored.version + 1,
        ...columnsOf(written.answers),
      })
      .where("id", "=", stored.id)
      .where("version", "=", stored.version)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows !== 1n) throw outdated(words.stale);
    await trx
      .insertInto("review_versions")
      .values({
        review_id: stored.id,
        version: stored.version + 1,
        action: wanted.action,
        changes: JSON.stringify(changes),
        amendment: written.amendment,
        user_id: actor.user.id,
        author: await authorOf(trx, actor),
        at: actor.at.toISOString(),
      })
      .execute();
    await recordEvent(trx, actor, {
      action: "write_review",
      residents: [transfer.patient_id],
      details: {
        step: wanted.action,
        transfer_id: transfer.transfer_id,
        patient_id: transfer.patient_id,
        facility_id: transfer.facility_id,
        fields: changed.join(" "),
      },
    });
    return true;
  });
}

/** Begins the review if missing, and locks it until the transaction ends. */
async function lockReview(
  trx: Transaction<Schema>,
  transfer: TransferToReview,
  dialect: Store["dialect"],
): Promise<StoredReview> {
  const { written_id: reviewId } = transfer;
  return reviewId === null
    ? trx
        .insertInto("reviews")
        .values({
          ...writtenKeyOf(transfer),
          state: "open",
          version: 0,
          ...columnsOf(firstAnswers(transfer)),
        })
        .returningAll()
        .executeTakeFirstOrThrow()
    : trx
        .selectFrom("reviews")
        .where("id", "=", reviewId)
        .selectAll()
        .$if(dialect === "postgres", (query) => query.forUpdate())
        .executeTakeFirstOrThrow();
}

/** Throws 400 for invalid answers, 409 if others were first. */
async function judge(
  trx: Kysely<Schema>,
  stored: StoredReview,
  { facility_id, transferred_on }: TransferToReview,
  wanted: WantedWrite,
  { at }: Actor,
) {
  const { action, version, text = "" } = wanted;
  const before = answersOf(readAnswers(stored.answers));
  const clocks = await readClocks(trx, at, [facility_id]);
  const days = {
    transferredOn: isoDayOf(transferred_on),
    today: isoDayOf(clocks.todayAt(facility_id)),
  };
  const given: Partial<ReviewAnswers> = wanted.done_today
    ? { done_on: days.today }
    : (wanted.answers ?? {});
  const isOld = version !== stored.version;
  if (isOld && action !== "save") throw outdated(words.stale);
  if (action === "amend") {
    if ((await countAmendments(trx, stored.id)) >= MOST_AMENDMENTS) {
      throw new Refusal(409, words.fullyAmended);
    }
    const done_on = wanted.done_on ?? before.done_on;
    const saysDone = done_on !== before.done_on;
    const amendment = cleanAnswer(text);
    refuseField("text", amendmentProblem(amendment, saysDone));
    const [problem] = answerProblems({ done_on }, days, null);
    if (problem) refuseField("done_on", problem.text);
    return { answers: { ...before, done_on }, amendment: amendment || null };
  }
  if (action !== "save") {
    for (const { field, text: problem } of missingAnswers(before)) {
      refuseField(field, problem);
    }
    return { answers: before, amendment: null };
  }
  // The opened version cannot be a future one.
  if (version > stored.version) throw outdated(words.stale);
  const versions = isOld ? await readVersions(trx, stored.id) : [];
  if (isOld && wasForgotten(versions, version, stored.version))
    throw outdated(words.stale);
  const opened = isOld ? answersWhenOpened({}, versions, version) : before;
  const cleaned = Object.fromEntries(
    Object.entries(given).map(([name, text]) => [name, cleanAnswer(text)]),
  );
  const { answers, conflicts } = mergeAnswers(opened, cleaned, before);
  if (conflicts.length > 0) {
    throw outdated(words.conflict);
  }
  const causes = await readCauses(trx);
  const known = new Set(
    causes
      .filter(({ id, isOffered }) => isOffered || causesIn(before).includes(id))
      .map(({ id }) => id),
  );
  // Earlier problems do not count: the data may exceed what answers allow.
  const stood = answerProblems(before, days, known).map(({ field }) => field);
  for (const { field, text: problem } of answerProblems(answers, days, known)) {
    const isNew = answers[field] !== before[field] || !stood.includes(field);
    if (isNew) refuseField(field, problem);
  }
  return { answers, amendment: null };
}

async function countAmendments(
  trx: Kysely<Schema>,
  reviewId: number,
): Promise<number> {
  const { amendments } = await trx
    .selectFrom("review_versions")
    .where("review_id", "=", reviewId)
    .where("action", "=", "amend")
    .select(({ fn }) => fn.countAll<number>().as("amendments"))
    .executeTakeFirstOrThrow();
  return Number(amendments);
}
