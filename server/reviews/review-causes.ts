import type { Kysely } from "kysely";
import { causeProblem } from "~/features/reviews/rules/problems";
import {
  REVIEW_CAUSES,
  type ReviewCause,
} from "~/features/reviews/rules/fields.data";
import { notFound, refuseField } from "~server/refusal";
import type { Schema } from "~server/store/schema";
import { recordEvent } from "~server/audit/audit-events";
import type { Actor } from "~server/users/actor";
import { requireActingManager } from "~server/users/locked-users";

type Db = Kysely<Schema>;

export interface ListedCause extends ReviewCause {
  author: string | null;
  isOffered: boolean;
}

const ADDED = /^added-(\d{1,15})$/;

/** All causes ever, the product's first. */
export async function readCauses(db: Db): Promise<ListedCause[]> {
  const added = await db
    .selectFrom("review_causes")
    .orderBy("id")
    .select(["id", "text", "author", "ended_at"])
    .execute();
  return [
    ...REVIEW_CAUSES.map((cause) => ({
      ...cause,
      author: null,
      isOffered: true,
    })),
    ...added.map(({ id, text, author, ended_at }) => ({
      id: `added-${id}`,
      text,
      author,
      isOffered: ended_at === null,
    })),
  ];
}

/** Throws 400, 401 and 403. */
export async function addCause(
  db: Db,
  text: string,
  actor: Actor,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await requireActingManager(trx, actor);
    const offered = (await readCauses(trx)).filter((one) => one.isOffered);
    const others = offered.map((cause) => cause.text);
    refuseField("text", causeProblem(text, others));
    const { id } = await trx
      .insertInto("review_causes")
      .values({
        text,
        author: actor.user.username ?? "",
        added_at: actor.at.toISOString(),
        ended_at: null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await record(trx, actor, "add_review_cause", id);
  });
}

/** Throws 401, 403, and 404 unless somebody added it and it is open. */
export async function endCause(
  db: Db,
  causeId: string,
  actor: Actor,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await requireActingManager(trx, actor);
    const [, id = "0"] = ADDED.exec(causeId) ?? [];
    const { numUpdatedRows } = await trx
      .updateTable("review_causes")
      .set({ ended_at: actor.at.toISOString() })
      .where("id", "=", Number(id))
      .where("ended_at", "is", null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows !== 1n) throw notFound();
    await record(trx, actor, "end_review_cause", Number(id));
  });
}

async function record(
  trx: Db,
  actor: Actor,
  action: "add_review_cause" | "end_review_cause",
  causeId: number,
): Promise<void> {
  await recordEvent(trx, actor, { action, details: { cause_id: causeId } });
}
