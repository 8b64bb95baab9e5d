import {
  getSignals,
  type SignalCells,
  type SignalRow,
} from "~/contract/signals";
import { optionalCall } from "~/data/optional-call.server";
import type { Filters } from "~/domain/filters";
import { credentialedName } from "~/domain/person-name";
import { COMPANY_ID, NO_PHYSICIAN_ID } from "~/domain/places/hierarchy";
import {
  SIGNAL_LEVELS,
  type SignalLevel,
} from "~/domain/signals/signal-levels";
import type { SignedIn } from "~/session/require-user.server";

/** Whose children's signals are asked for. */
export interface SignalPlace {
  level: SignalLevel;
  id: number;
}

/** A child with its name; null where it is not known, and for the stays without a physician. */
export interface SignalChild {
  id: number;
  name: string | null;
  signals: SignalCells;
}

/** Segments of the address, as they were typed. */
export interface SignalParams {
  level?: string | undefined;
  id?: string | undefined;
}

/** The level that an address names; null where there is none. The company has one id. */
export function signalLevelOf({ level, id }: SignalParams): SignalLevel | null {
  const known = SIGNAL_LEVELS.find((one) => one === level) ?? null;
  return known === "company" && id !== String(COMPANY_ID) ? null : known;
}

/** The signals of a place, which is known to be there: where it is not found it is the call that the host does not know. */
export async function askSignals(
  signedIn: Pick<SignedIn, "call" | "mark">,
  { level, id }: SignalPlace,
  { endDate, isnp }: Pick<Filters, "endDate" | "isnp">,
  signal?: AbortSignal,
) {
  const asked = { params: { level, id, endDate }, query: { isnp } };
  const outcome = await optionalCall(
    signedIn,
    getSignals,
    () => signedIn.call(getSignals, asked, signal && { signal }),
    { namesRow: true },
  );
  return outcome.kind === "failure" && outcome.status === 404
    ? ({ kind: "not-offered" } as const)
    : outcome;
}

/** The children of an answer with their names. */
export function childrenOf(
  level: SignalLevel,
  rows: readonly SignalRow[],
): SignalChild[] {
  return rows.map((row) => ({
    id: row.id,
    name: level === "facility" ? physicianName(row) : (row.name ?? null),
    signals: row.signals,
  }));
}

function physicianName(row: SignalRow): string | null {
  if (row.id === NO_PHYSICIAN_ID) return null;
  const { physician_last_name: last, physician_first_name: first } = row;
  return credentialedName(last, first, row.credentials);
}
