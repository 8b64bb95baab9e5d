import { organisationWords as words } from "~/features/sign-in/rules/organisation-account/organisation-account-words";
import { newLongCode } from "~server/auth/second-factor/factor-rows";
import { revokeSessionsOf } from "~server/auth/session-rows";
import {
  deleteAccounts,
  dropLinkCode,
  findAccountOf,
  storeLinkCode,
} from "~server/oidc/account-rows";
import { notFound, Refusal } from "~server/refusal";
import type { Secrets } from "~server/secrets";
import type { Store } from "~server/store/open-store";
import type { Actor } from "./actor";
import { actOnUser } from "./locked-users";

/** Time to hand it over and to use it, on another shift too. */
const CODE_LASTS_MS = 24 * 3_600_000;

/**
 * Makes the code by which a user claims their account; the older one is good for nothing any more. Throws 400 where they
 * have an account, and for the own one: whoever sits down at an open session would keep a way in. Throws 401, 403 and 404.
 */
export async function makeLinkCode(
  store: Store,
  id: number,
  issuer: string,
  actor: Actor,
  { linkCodeKey }: Pick<Secrets, "linkCodeKey">,
): Promise<{ code: string; until: string }> {
  const code = newLongCode();
  const until = new Date(actor.at.getTime() + CODE_LASTS_MS).toISOString();
  await actOnUser(store, id, actor, "make_link_code", async (trx) => {
    if (id === actor.user.id) throw new Refusal(400, words.ownCode);
    if (await findAccountOf(trx, id, issuer)) {
      throw new Refusal(400, words.alreadyLinked);
    }
    await storeLinkCode(trx, id, { code, expiresAt: until }, linkCodeKey);
  });
  return { code, until };
}

/** Unlinks a user's account, of whichever provider, and ends their sessions. Throws 401, 403, and 404 for none. */
export async function unlinkAccount(
  store: Store,
  id: number,
  actor: Actor,
): Promise<void> {
  const action = "unlink_organisation_account";
  await actOnUser(store, id, actor, action, async (trx) => {
    if (!(await deleteAccounts(trx, id))) throw notFound();
    await dropLinkCode(trx, id);
    await revokeSessionsOf(trx, id, { at: actor.at.toISOString() });
  });
}
