import type { Kysely } from "kysely";
import { RETURN_WINDOW_DAYS } from "~/domain/residents/return-window";
import { censusLimits } from "~/features/data-quality/rules/census-marks";
import type { Schema } from "~server/store/schema";
import { readCensusRows } from "../census/census-facilities";
import type { CensusQuestion } from "../census/judged-stays";

/** The stored census, in the order of {@link censusByRows}. */
export async function censusStored(
  db: Kysely<Schema>,
  question: CensusQuestion,
) {
  const rows = await readCensusRows(db, question);
  return rows.sort((one, other) => one.facility_id - other.facility_id);
}

/** What a census counts in doubt (R297, R298), by comparing all rows with each other, without any derived column. */
export async function censusByRows(
  db: Kysely<Schema>,
  { facilityIds, isnp, today }: CensusQuestion,
) {
  const facilities = await db
    .selectFrom("facilities")
    .orderBy("id")
    .selectAll()
    .execute();
  const patients = await db.selectFrom("patients").selectAll().execute();
  const stays = await db.selectFrom("stays").selectAll().execute();
  const transfers = await db.selectFrom("transfers").selectAll().execute();
  type Stay = (typeof stays)[number];
  const from = today - censusLimits.stayDays;
  const mrnOf = new Map(patients.map(({ id, mrn }) => [id, mrn]));
  const endOf = (stay: Stay) => stay.discharged_on ?? Infinity;
  const othersOf = (stay: Stay) =>
    stays.filter(
      (one) => one.patient_id === stay.patient_id && one.id !== stay.id,
    );
  const overlaps = (stay: Stay) =>
    othersOf(stay).some(
      (other) =>
        other.admitted_on < endOf(stay) && endOf(other) > stay.admitted_on,
    );
  const isFromTo = (day: number, first: number, last: number) =>
    day >= first && day <= last;
  const lacksTransfer = (stay: Stay) => {
    const left = stay.discharged_on;
    if (left === null) return false;
    const latest = left + censusLimits.returnDays;
    return (
      othersOf(stay).some(
        (back) =>
          back.admitted_from === "hospital" &&
          isFromTo(back.admitted_on, left, latest),
      ) &&
      !transfers.some(
        (one) =>
          one.patient_id === stay.patient_id &&
          isFromTo(one.transferred_on, left - censusLimits.bedHoldDays, latest),
      )
    );
  };
  return facilities
    .filter(({ id }) => facilityIds.includes(id))
    .map(({ id: facility_id, data_through }) => {
      const through = data_through ?? -Infinity;
      const there = stays.filter(
        (stay) =>
          stay.facility_id === facility_id &&
          stay.admitted_on <= through &&
          (endOf(stay) > through || endOf(stay) >= from) &&
          (!isnp || stay.isnp === 1),
      );
      const sharesNumber = (stay: Stay) => {
        const mrn = mrnOf.get(stay.patient_id) ?? null;
        return (
          mrn !== null &&
          there.some(
            (one) =>
              one.patient_id !== stay.patient_id &&
              mrnOf.get(one.patient_id) === mrn,
          )
        );
      };
      const outside = transfers.filter(
        (one) =>
          one.facility_id === facility_id &&
          isFromTo(one.transferred_on, from, through) &&
          one.stay_id === null &&
          !isnp &&
          !stays.some(
            (stay) =>
              stay.patient_id === one.patient_id &&
              isFromTo(
                stay.admitted_on,
                one.transferred_on - RETURN_WINDOW_DAYS,
                one.transferred_on,
              ),
          ),
      );
      const count = (is: (stay: Stay) => boolean) => there.filter(is).length;
      return {
        facility_id,
        stays: there.length,
        hospital_without_transfer: count(lacksTransfer),
        overlapping_stays: count(overlaps),
        shared_mrn: count(sharesNumber),
        no_physician: count(({ npi }) => npi === null),
        transfer_outside_stay: outside.length,
        stays_in_doubt:
          outside.length +
          count(
            (stay) =>
              lacksTransfer(stay) || overlaps(stay) || sharesNumber(stay),
          ),
      };
    });
}
