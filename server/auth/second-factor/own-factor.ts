import { newYorkDay } from "~/domain/calendar";
import { isRequiredOn } from "~/features/second-factor/rules/factor-rule";
import { readTypedCode } from "~/features/second-factor/rules/typed-code";
import { recordEvent } from "~server/audit/audit-events";
import { notFound, Refusal } from "~server/refusal";
import type { AuthDeps, OwnChange } from "../deps";
import {
  deleteFactor,
  findFactor,
  hasFactor,
  renewRecoveryCodes,
  requiredFrom,
  storeFactor,
} from "./factor-rows";
import {
  firstStepOf,
  keyToSetUp,
  readSetUpKey,
  type SealedKey,
} from "./set-up-key";
import { changeFactor, spendOwnCode, type FactorProof } from "./spend-code";

export async function ownKey(
  { store, clock, secrets }: AuthDeps,
  userId: number,
  held: string | undefined,
): Promise<SealedKey> {
  const factor = await findFactor(store.db, userId, secrets);
  return keyToSetUp(userId, held, factor?.createdAt ?? null, clock(), secrets);
}

/** Needs the new key's first code, the password and a current code; ends other sessions. Shows recovery codes once. */
export async function setOwnFactor(
  deps: AuthDeps,
  { setUp, code, ...proof }: FactorProof & { setUp: string; code: string },
  change: OwnChange,
): Promise<string[]> {
  const { id } = change.user;
  const { secrets } = deps;
  const now = deps.clock();
  const held = await findFactor(deps.store.db, id, secrets);
  const replaces = held?.createdAt ?? null;
  const key = readSetUpKey(id, setUp, replaces, now, secrets);
  const lastStep = firstStepOf(key, code, now);
  return changeFactor(deps, proof, held !== null, change, async (trx) => {
    const factor = await findFactor(trx, id, secrets);
    // Fails if another window changed the factor first.
    readSetUpKey(id, setUp, factor?.createdAt ?? null, now, secrets);
    const codes = await storeFactor(
      trx,
      id,
      { key, lastStep, createdAt: now.toISOString() },
      secrets,
    );
    const action = factor ? "renew_second_factor" : "set_up_second_factor";
    return { action, result: codes } as const;
  });
}

/** Removes the user's own factor; 400 if the access level requires one, 404 if there is none. */
export async function removeOwnFactor(
  deps: AuthDeps,
  proof: FactorProof,
  accessLevel: string,
  change: OwnChange,
): Promise<null> {
  const { store, clock } = deps;
  const from = await requiredFrom(store.db, accessLevel);
  if (isRequiredOn(from, newYorkDay(clock()))) {
    throw new Refusal(
      400,
      "Your access level needs a second factor. You can replace it with a new one.",
    );
  }
  if (!(await hasFactor(store.db, change.user.id))) throw notFound();
  return changeFactor(deps, proof, true, change, async (trx) => {
    if (!(await deleteFactor(trx, change.user.id))) throw notFound();
    return { action: "remove_second_factor", result: null } as const;
  });
}

export async function newOwnRecoveryCodes(
  deps: AuthDeps,
  code: string,
  change: OwnChange,
): Promise<string[]> {
  // Otherwise one stolen recovery code would yield ten.
  if (readTypedCode(code)?.kind === "recovery code") {
    throw new Refusal(
      403,
      "New recovery codes need a code from your app, not a recovery code.",
      { field: "code" },
    );
  }
  const { user, origin } = change;
  return spendOwnCode(deps, change, code, "code", async (trx) => {
    const doing = { at: deps.clock(), user, origin };
    await recordEvent(trx, doing, { action: "make_recovery_codes" });
    return renewRecoveryCodes(trx, user.id, deps.secrets);
  });
}
