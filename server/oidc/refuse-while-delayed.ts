import { delayed } from "~server/auth/failed-attempt";
import type { FailureKey } from "~server/auth/failure-keys";
import { delaysUnder } from "~server/auth/sign-in-failures";
import type { Clock } from "~server/clock/clock";
import type { Store } from "~server/store/open-store";

/** Throws 429 while earlier failures under one of the keys delay the next attempt. */
export async function refuseWhileDelayed(
  { store, clock }: { store: Store; clock: Clock },
  keys: readonly FailureKey[],
): Promise<void> {
  const delays = await delaysUnder(store.db, keys, clock());
  if (delays.length > 0) throw delayed(delays);
}
