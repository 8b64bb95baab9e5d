import type { Kysely } from "kysely";
import type { z } from "zod";
import type { figuresParams, figuresQuery } from "~/contract/wire";
import type { Viewer } from "~/domain/access/viewer";
import { epochDayOf, newYorkDay } from "~/domain/calendar";
import { isIsnpOnly, resolveScope } from "~server/access/scope";
import type { ApiDeps } from "~server/api-deps";
import { forbidden, notFound, Refusal } from "~server/refusal";
import { readDataState } from "~server/store/data-state";
import type { Schema } from "~server/store/schema";
import type { Question } from "./question";

/** A call for figures over a range of days. */
interface FiguresCall {
  params: z.output<typeof figuresParams>;
  query: z.output<typeof figuresQuery>;
  viewer: Viewer;
  token: string | null;
}

interface Dated<Data> {
  data: Data;
  token: string | null;
  lastUpdated: string | null;
}

/**
 * Answers a call for figures: judges what the viewer may see, cuts the range at today, and remembers the answer
 * until the data or the day changes. Null (204) for a range that lies in the future, and where `compute` finds
 * nothing. Refuses what the viewer may not see (403), what is unknown (404) and a range that ends before it starts
 * (400).
 *
 * @param noun names what is computed
 * @param alsoAskedBy whatever else the answer depends on
 */
export async function answerFigures<Data extends object>(
  deps: ApiDeps,
  noun: string,
  { params, query, viewer, token }: FiguresCall,
  compute: (db: Kysely<Schema>, question: Question) => Promise<Data | null>,
  alsoAskedBy: readonly unknown[] = [],
): Promise<Dated<Data> | null> {
  const { db } = deps.store;
  if (params.endDate < params.startDate) {
    throw new Refusal(400, "The end date is before the start date.");
  }
  const scope = await resolveScope(db, viewer, {
    level: params.level,
    id: params.id,
    facilityId: query.facility_id,
  });
  if (scope.verdict === "forbidden") throw forbidden();
  if (scope.verdict === "not-found") throw notFound();

  const today = epochDayOf(newYorkDay(deps.clock()));
  const question: Question = {
    facilityIds: scope.facilityIds,
    npi: scope.npi,
    isnp: isIsnpOnly(viewer, query.isnp),
    from: epochDayOf(params.startDate),
    to: Math.min(epochDayOf(params.endDate), today),
  };
  if (question.to < question.from) return null;

  const state = await readDataState(db);
  const { data } = await deps.cache.remember(
    [noun, params.level, params.id, question, state.version, ...alsoAskedBy],
    async () => ({ data: await inOneSnapshot(db, question, compute) }),
  );
  return data && { data, token, lastUpdated: state.lastUpdated };
}

/** An import that ends between two reads must not mix old totals with new people. */
function inOneSnapshot<Data>(
  db: Kysely<Schema>,
  question: Question,
  compute: (db: Kysely<Schema>, question: Question) => Promise<Data>,
): Promise<Data> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute((snapshot) => compute(snapshot, question));
}
