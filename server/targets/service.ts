import { z } from "zod";
import { id } from "~/contract/wire";
import { epochDayOf } from "~/domain/calendar";
import { mayWriteNotes } from "~/domain/graphs/chart-note";
import { NOTE_LEVELS } from "~/domain/graphs/note-kinds";
import type { GraphTag } from "~/domain/graphs/rate-graphs";
import {
  targetProblem,
  targetValue,
  type TargetEntries,
} from "~/features/targets/rules";
import { insertAuditEvents } from "~server/audit/audit-events";
import { service, type Ctx } from "~server/door/services";
import { actorOf } from "~server/handlers/actor-of";
import { todayAt } from "~server/handlers/answer-figures";
import { requireScope } from "~server/handlers/require-scope";
import { forbidden, notFound, Refusal, refuseField } from "~server/refusal";
import type { Schema } from "~server/store/schema";
import { type Actor, authorOf } from "~server/users/actor";
import type { Kysely } from "kysely";
import { readTargets, type SetTarget } from "./read-targets";

export type { SetTarget };

const place = z.object({ level: z.enum(NOTE_LEVELS), id });
type Place = z.infer<typeof place>;

/** Open targets of a place and the places above it (R561). `ended` adds the latest ended ones. */
export const listTargets = service({
  name: "targets",
  input: z.object({ place, ended: z.boolean() }),
  async run({ deps, viewer }, { place, ended }) {
    await requireScope(deps, viewer, place);
    const { db } = deps.store;
    const { level, id } = place;
    const targets = await readTargets(db, level, [id], { ended });
    return { targets: targets.get(id) ?? [], mayWrite: mayWriteNotes(viewer) };
  },
});

/** Sets a target. 400 with the field for invalid input, and if the place has a target for that measure. */
export const setTarget = service({
  name: "targets/set",
  input: z.object({
    place,
    measure: z.string().max(40),
    value: z.string().max(40),
    from: z.string().max(40),
    reason: z.string().max(1_000),
  }),
  async run(ctx, { place, ...typed }) {
    const { deps } = ctx;
    await requireWriter(ctx, place);
    const wanted = { ...typed, reason: typed.reason.trim() };
    const problem = targetProblem(
      wanted,
      await todayAt(deps, ctx.viewer, place),
    );
    if (problem !== null) refuseField(problem.field, problem.text);
    await addTarget(deps.store.db, place, wanted, actorOf(deps, ctx));
    return null;
  },
});

/** Ends a target of this very place. 404 if there is none, 409 if `version` is old or it was ended before. */
export const endTarget = service({
  name: "targets/end",
  input: z.object({ place, targetId: id, version: z.number().int() }),
  async run(ctx, { place, targetId, version }) {
    await requireWriter(ctx, place);
    const actor = actorOf(ctx.deps, ctx);
    await ctx.deps.store.db.transaction().execute(async (trx) => {
      const target = await trx
        .selectFrom("targets")
        .where("id", "=", targetId)
        .where("level", "=", place.level)
        .where("place_id", "=", place.id)
        .select(["id", "measure"])
        .executeTakeFirst();
      if (!target) throw notFound();
      const { numUpdatedRows } = await trx
        .updateTable("targets")
        .set((row) => ({ version: row("version", "+", 1) }))
        .set({
          ended_by: await authorOf(trx, actor),
          ended_at: actor.at.toISOString(),
        })
        .where("id", "=", targetId)
        .where("version", "=", version)
        .where("ended_at", "is", null)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows !== 1n) {
        throw new Refusal(409, "Someone else ended this target.", {
          code: "version_is_old",
        });
      }
      await record(trx, "end_target", { place, ...target }, actor);
    });
    return null;
  },
});

/** Writers are users of the place or one above it, up to administrators (R563). */
async function requireWriter(
  { deps, viewer }: Pick<Ctx, "deps" | "viewer">,
  place: Place,
): Promise<void> {
  await requireScope(deps, viewer, place);
  if (!mayWriteNotes(viewer)) throw forbidden();
}

async function addTarget(
  db: Kysely<Schema>,
  place: Place,
  { value, from, reason, ...wanted }: TargetEntries,
  actor: Actor,
): Promise<void> {
  const measure = wanted.measure as GraphTag;
  await db.transaction().execute(async (trx) => {
    const added = await trx
      .insertInto("targets")
      .values({
        level: place.level,
        place_id: place.id,
        measure,
        hundredths: Math.round((targetValue(value) ?? 0) * 100),
        starts_on: epochDayOf(from),
        reason,
        version: 1,
        user_id: actor.user.id,
        author: await authorOf(trx, actor),
        added_at: actor.at.toISOString(),
        ended_by: null,
        ended_at: null,
      })
      // The first of concurrent writers wins.
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!added) refuseField("measure", "It has a target here. End that first.");
    else await record(trx, "set_target", { place, measure, ...added }, actor);
  });
}

async function record(
  trx: Kysely<Schema>,
  action: "set_target" | "end_target",
  target: { place: Place; measure: GraphTag; id: number },
  { user, at, origin }: Actor,
): Promise<void> {
  const { place, measure, id } = target;
  const details = {
    target_id: id,
    measure,
    level: place.level,
    subject_id: place.id,
  };
  await insertAuditEvents(trx, [{ action, at, user, details, ...origin }]);
}
