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

/** Long enough to hand it over to another shift. */
const CODE_LASTS_MS = 24 * 3_600_000;

/**
 * Replaces an older code. Throws 400 for a linked user and for oneself, because an unattended session could make a
 * lasting way in; 401, 403, 404.
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

/** Also ends the user's sessions. Throws 401, 403, and 404 if there is no account. */
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
