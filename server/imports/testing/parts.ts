import type { Pace } from "~server/imports/parts";
import type { Store } from "~server/store/open-store";
import { contentOf } from "./census-files";

/** A pace without time, so parts always hold 5, 15 and 45 things. */
export function steadyPace(
  pause: () => Promise<void> = () => Promise.resolve(),
): Pace {
  return { targetMs: 50, clockMs: () => 0, pause };
}

/** Leaves out versions, because they reveal the number of parts. */
export async function rowsOf(store: Store) {
  const { state, ...rows } = await contentOf(store);
  return {
    ...rows,
    state: state.map(
      ({ version: _all, narrow_versions: _narrow, ...rest }) => rest,
    ),
  };
}

export type StoredRows = Awaited<ReturnType<typeof rowsOf>>;

export function patientsOf(rows: StoredRows): Map<number, unknown> {
  return new Map(
    rows.patients.map((patient) => [
      patient.id,
      {
        patient,
        merges: rows.merges.filter(
          ({ from_id, into_id }) =>
            from_id === patient.id || into_id === patient.id,
        ),
        stays: rows.stays
          .filter(({ patient_id }) => patient_id === patient.id)
          .map(
            ({ long_stay_from: _from, rth: _rth, ed: _ed, ...stay }) => stay,
          ),
        transfers: rows.transfers
          .filter(({ patient_id }) => patient_id === patient.id)
          .map(({ stay_id: _stay, long_stay: _long, ...transfer }) => transfer),
        notes: rows.notes.filter(({ patient_id }) => patient_id === patient.id),
      },
    ]),
  );
}
