import { passkeyRefusals } from "~/features/second-factor/rules/factor-words";
import type { AuditedUser } from "~server/audit/audit-events";
import { notFound, Refusal } from "~server/refusal";
import type { AuthDeps, OwnChange } from "../deps";
import { hasFactor } from "../second-factor/factor-rows";
import { changeFactor, type FactorProof } from "../second-factor/spend-code";
import {
  deletePasskey,
  nameInList,
  passkeysOf,
  storePasskey,
} from "./passkey-rows";
import type { RelyingParty } from "./relying-party";
import {
  newQuestion,
  readQuestion,
  verifyMade,
  type MadePasskey,
} from "./verify-passkey";

const PASSKEYS_OF_ONE = 10;

interface PasskeyDeps extends AuthDeps {
  /** Null if this installation has no address that passkeys can belong to. */
  relyingParty: RelyingParty | null;
}

/** The user's passkeys for 'Your login'; null if passkeys are not possible here. */
export async function ownPasskeys(
  { store, relyingParty }: Pick<PasskeyDeps, "store" | "relyingParty">,
  userId: number,
) {
  const there = await passkeysOf(store.db, userId);
  if (!relyingParty && there.length === 0) return null;
  return there.map((passkey) => ({
    id: nameInList(passkey.id),
    name: passkey.name,
    addedAt: passkey.createdAt,
    lastUsedAt: passkey.lastUsedAt,
  }));
}

/** Null if passkeys are not possible here. Throws 404 without a second factor, 400 for too many passkeys. */
export async function askToMake(
  { store, clock, secrets, relyingParty }: PasskeyDeps,
  user: AuditedUser,
) {
  if (!(await hasFactor(store.db, user.id))) throw notFound();
  if (!relyingParty) return null;
  const there = await passkeysOf(store.db, user.id);
  refuseTooMany(there);
  return {
    ...newQuestion(user.id, "make", clock(), secrets),
    rp_id: relyingParty.id,
    origin: relyingParty.origin,
    user: {
      id: Buffer.from(`user ${user.id}`).toString("base64url"),
      name: user.username,
    },
    exclude: there.map(({ id, transports }) => ({ id, transports })),
  };
}

/** Adds a passkey that a browser created, given the password and a code. Ends the user's other sessions. */
export async function addOwnPasskey(
  deps: PasskeyDeps,
  {
    attempt,
    passkey,
    name,
    ...proof
  }: FactorProof & { attempt: string; passkey: MadePasskey; name: string },
  change: OwnChange,
): Promise<null> {
  const { id: userId } = change.user;
  const { relyingParty: party, secrets } = deps;
  if (!(await hasFactor(deps.store.db, userId)) || !party) throw notFound();
  const now = deps.clock();
  const asked = readQuestion(userId, "make", attempt, now, secrets);
  if (!asked)
    throw new Refusal(
      409,
      "This took too long. Please make the passkey again.",
    );
  const { challenge } = asked;
  const verified = await verifyMade(passkey, { challenge, party });
  if ("refused" in verified) {
    change.log.info({ event: "auth.passkey_refused", why: verified.refused });
    throw new Refusal(400, passkeyRefusals.notMade, { field: "passkey" });
  }
  const createdAt = now.toISOString();
  return changeFactor(deps, proof, true, change, async (trx) => {
    refuseTooMany(await passkeysOf(trx, userId));
    if (!(await storePasskey(trx, userId, { ...verified, name, createdAt }))) {
      throw new Refusal(409, "This passkey is already added.");
    }
    return { action: "add_passkey", result: null };
  });
}

function refuseTooMany(there: readonly unknown[]): void {
  if (there.length < PASSKEYS_OF_ONE) return;
  throw new Refusal(
    400,
    "You have ten passkeys. Remove one before you add another.",
    { field: "passkey" },
  );
}

export async function removeOwnPasskey(
  deps: AuthDeps,
  { passkey, ...proof }: FactorProof & { passkey: string },
  change: OwnChange,
): Promise<null> {
  const userId = change.user.id;
  const found = (await passkeysOf(deps.store.db, userId)).find(
    ({ id }) => nameInList(id) === passkey,
  );
  if (!found) throw notFound();
  return changeFactor(deps, proof, true, change, async (trx) => {
    if (!(await deletePasskey(trx, found.id))) throw notFound();
    return { action: "remove_passkey", result: null };
  });
}
