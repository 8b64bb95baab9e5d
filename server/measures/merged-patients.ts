import { sql, type RawBuilder } from "kysely";

type Ids = RawBuilder<unknown>;

/** Query for a patient and everyone they were merged into, following chains (R244). */
export function mergedInto(patientId: Ids): Ids {
  return sql`(with recursive chain (id) as (
    select ${patientId} union select merges.into_id from chain join merges on merges.from_id = chain.id)
    select id from chain)`;
}

/** Query for a patient and everyone merged into them, following chains. */
export function mergedFrom(patientId: Ids): Ids {
  return sql`(with recursive chain (id) as (
    select ${patientId} union select merges.from_id from chain join merges on merges.into_id = chain.id)
    select id from chain)`;
}
