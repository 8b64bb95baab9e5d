import {
  deleteOrganisationAccount,
  getOrganisationAccount,
  postLinkCode,
  postOrganisationBegin,
  postOrganisationFinish,
  postOrganisationLink,
} from "~/contract/organisation-account";
import { findAccountOf, findLinkCode } from "~server/oidc/account-rows";
import {
  beginSignIn,
  finishSignIn,
} from "~server/organisation-sign-in/begin-and-finish";
import type { Provider } from "~server/oidc/provider";
import { signInByLinkCode } from "~server/organisation-sign-in/sign-in-by-link-code";
import { notFound } from "~server/refusal";
import {
  makeLinkCode,
  unlinkAccount,
} from "~server/users/organisation-accounts-of-users";
import { requireAccountManager } from "~server/users/require-account-manager";
import { actorOf } from "./actor-of";
import type { ApiDeps } from "~server/door/api-deps";
import { register, registerPublic, type Doors } from "~server/door/doors";

/** Sign-ins with an organisation account, and what account managers do about them; 404 where there is no such login. */
export function registerOrganisationAccount(doors: Doors, deps: ApiDeps): void {
  registerSignIn(doors, deps);
  registerAdministration(doors, deps);
}

function registerSignIn(doors: Doors, deps: ApiDeps): void {
  registerPublic(doors, postOrganisationBegin, async ({ body, ...call }) => {
    const { again = false, joins = false } = body;
    const wish = { again, joins };
    return { data: await beginSignIn(deps, providerOf(deps), wish, call) };
  });

  registerPublic(doors, postOrganisationFinish, ({ body, ...call }) =>
    finishSignIn(deps, providerOf(deps), body, call),
  );

  registerPublic(doors, postOrganisationLink, ({ body, ...call }) =>
    signInByLinkCode(deps, providerOf(deps), body, call),
  );
}

function registerAdministration(doors: Doors, deps: ApiDeps): void {
  const { store, secrets } = deps;

  register(doors, getOrganisationAccount, async ({ viewer, params }) => {
    requireAccountManager(viewer);
    const { issuer } = providerOf(deps);
    const { id } = params;
    await requireUser(id);
    const account = await findAccountOf(store.db, id, issuer);
    const code = await findLinkCode(store.db, id, deps.clock());
    return {
      data: {
        linked_at: account?.linkedAt ?? null,
        code_until: code?.expiresAt ?? null,
      },
    };
  });

  register(doors, postLinkCode, async (call) => {
    requireAccountManager(call.viewer);
    const { issuer } = providerOf(deps);
    const { id } = call.params;
    const actor = actorOf(deps, call);
    return { data: await makeLinkCode(store, id, issuer, actor, secrets) };
  });

  register(doors, deleteOrganisationAccount, async (call) => {
    requireAccountManager(call.viewer);
    providerOf(deps);
    await unlinkAccount(store, call.params.id, actorOf(deps, call));
    return null;
  });

  async function requireUser(id: number): Promise<void> {
    const user = await store.db
      .selectFrom("users")
      .where("id", "=", id)
      .select("id")
      .executeTakeFirst();
    if (!user) throw notFound();
  }
}

function providerOf({ provider }: ApiDeps): Provider {
  if (!provider) throw notFound();
  return provider;
}
