import type { Kysely, Selectable } from "kysely";
import { z } from "zod";
import { id } from "~/contract/wire";
import { epochDayOf } from "~/domain/calendar";
import { mayWriteNotes } from "~/domain/graphs/chart-note";
import type { GraphTag } from "~/domain/graphs/rate-graphs";
import {
  targetProblems,
  targetValue,
  type TargetEntries,
} from "~/features/targets/rules";
import { service, type Ctx } from "~server/door/services";
import { actorOf } from "~server/handlers/actor-of";
import { todayAt } from "~server/handlers/answer-figures";
import { requireScope } from "~server/handlers/require-scope";
import { forbidden, refuseField, refuseFields } from "~server/refusal";
import type { Schema, TargetTable } from "~server/store/schema";
import { recordEvent } from "~server/audit/audit-events";
import type { Actor } from "~server/users/actor";
import { endSetting, newSetting, place, type Place } from "./of-places";
import { readTargets, type SetTarget } from "./read-targets";

export type { SetTarget };

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
    const { deps, viewer } = ctx;
    await requireWriter(ctx, place);
    const wanted = { ...typed, reason: typed.reason.trim() };
    refuseFields(targetProblems(wanted, await todayAt(deps, viewer, place)));
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
      const ended = await endSetting(
        trx,
        "targets",
        place,
        { id: targetId, version, actor },
        "Someone else ended this target.",
      );
      await record(trx, "end_target", ended, actor);
    });
    return null;
  },
});

/** Writers are users of the place or one above it, up to administrators (R378, R563). */
export async function requireWriter(
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
  await db.transaction().execute(async (trx) => {
    const added = await trx
      .insertInto("targets")
      .values({
        ...(await newSetting(trx, place, actor)),
        measure: wanted.measure as GraphTag,
        hundredths: Math.round((targetValue(value) ?? 0) * 100),
        starts_on: epochDayOf(from),
        reason,
      })
      // The first of concurrent writers wins.
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!added) refuseField("measure", "It has a target here. End that first.");
    else await record(trx, "set_target", added, actor);
  });
}

async function record(
  trx: Kysely<Schema>,
  action: "set_target" | "end_target",
  { id, measure, level, place_id }: Selectable<TargetTable>,
  actor: Actor,
): Promise<void> {
  const details = { target_id: id, measure, level, subject_id: place_id };
  await recordEvent(trx, actor, { action, details });
}
