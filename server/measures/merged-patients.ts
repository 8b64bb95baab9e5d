import { sql, type RawBuilder } from "kysely";

type Ids = RawBuilder<unknown>;

/** A query of a patient and all whom merges make of them, step by step (R244). */
export function mergedInto(patientId: Ids): Ids {
  return sql`(with recursive chain (id) as (
    select ${patientId} union select merges.into_id from chain join merges on merges.from_id = chain.id)
    select id from chain)`;
}

/** A query of a patient and all who are merged into them, step by step. */
export function mergedFrom(patientId: Ids): Ids {
  return sql`(with recursive chain (id) as (
    select ${patientId} union select merges.from_id from chain join merges on merges.into_id = chain.id)
    select id from chain)`;
}
