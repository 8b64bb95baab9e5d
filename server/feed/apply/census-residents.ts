import type { Kysely } from "kysely";
import { pairsOf } from "~/features/messages/rules/person-numbers";
import { isIn } from "~server/measures/question";
import type { Schema } from "~server/store/schema";
import type { CensusRecords } from "./census-records";
import { forgottenAmong } from "./forgotten-residents";
import { forgottenNumbers, heldBy, type Identity } from "./identities";
import { numberKey } from "./logged-messages";
import { recordNumbersOf } from "./record-numbers";

/** Who residents are among the patients that are stored. */
export interface Patients {
  /** The census's patients that each identity is, without those that another one is; the one that stays comes first. */
  ofIdentities: number[][];
  /** Those among all of them whom an identity is that was forgotten. */
  ofForgotten: ReadonlySet<number>;
}

/** Finds the census's patients whose medical record number is one of an identity's, in a facility that says so. */
export async function findPatients(
  db: Kysely<Schema>,
  identities: readonly Identity[],
  census: CensusRecords,
): Promise<Patients> {
  const named = identities.map(mrnsOf);
  await census.look(named.flat().map(({ mrn }) => mrn));
  const mergedByCensus = (id: number) => census.mergedByCensus(id);
  const claims = await claimsOf(db, identities);
  const forgotten = await forgottenAmong(db, identities.flatMap(heldBy));
  const taken = new Set<number>();
  const ofForgotten = new Set<number>();
  const ofIdentities = identities.map((identity, at) => {
    const found = (named[at] ?? []).flatMap(({ mrn, facilityId }) =>
      census.at(mrn, facilityId).map(mergedByCensus),
    );
    // Nobody forgotten has a record number: their other numbers tell.
    const held = heldBy(identity).filter((id) => forgotten.has(id) && id > 0);
    const own = [...new Set([...found, ...held.map(mergedByCensus)])].filter(
      (id) => !taken.has(id) && isFree(id, identity, claims),
    );
    own.forEach((id) => taken.add(id));
    if (forgottenNumbers(identity, forgotten).length > 0) {
      own.forEach((id) => ofForgotten.add(id));
    }
    return own;
  });
  return { ofIdentities, ofForgotten };
}

interface Mrn {
  mrn: string;
  facilityId: number;
}

/** Those that a merge keeps come first; the order is the same in whatever order messages came. */
function mrnsOf({ messages, numbers }: Identity): Mrn[] {
  // A hospital's message may name numbers of somebody else too.
  const own = new Set(numbers.map(numberKey));
  const ended = endedNumbers(messages);
  return recordNumbersOf(messages)
    .filter((one) => own.has(numberKey(one)))
    .map(({ number, mrnAt }) => ({ mrn: number, facilityId: mrnAt }))
    .sort(
      (one, other) =>
        Number(ended.has(one.mrn)) - Number(ended.has(other.mrn)) ||
        (one.mrn === other.mrn
          ? one.facilityId - other.facilityId
          : one.mrn < other.mrn
            ? -1
            : 1),
    );
}

/** The numbers that merges end. */
export function endedNumbers(messages: Identity["messages"]): Set<string> {
  return new Set(
    messages
      .flatMap(({ facts }) => pairsOf(facts))
      .flatMap(({ merged }) => merged.map(({ number }) => number)),
  );
}

/** A patient whose number another identity has said first is theirs (R303). */
function isFree(
  id: number,
  { numbers }: Identity,
  claims: ReadonlyMap<number, number[]>,
): boolean {
  const own = new Set(numbers.map((number) => number.id));
  return (claims.get(id) ?? []).every((number) => own.has(number));
}

/** The numbers by which each of the census's patients is held, beyond the identities that are looked at. */
async function claimsOf(
  db: Kysely<Schema>,
  identities: readonly Identity[],
): Promise<Map<number, number[]>> {
  const looked = new Set(
    identities.flatMap(({ numbers }) => numbers.map(({ id }) => id)),
  );
  const rows = await db
    .selectFrom("feed_numbers")
    .where("patient_id", ">", 0)
    .where(
      "number",
      "in",
      db
        .selectFrom("feed_numbers as own")
        .where(isIn("own.id", [...looked]))
        .select("own.number"),
    )
    .select(["id", "patient_id"])
    .execute();
  const claims = new Map<number, number[]>();
  for (const { id, patient_id } of rows) {
    if (patient_id === null || looked.has(id)) continue;
    claims.set(patient_id, [...(claims.get(patient_id) ?? []), id]);
  }
  return claims;
}
