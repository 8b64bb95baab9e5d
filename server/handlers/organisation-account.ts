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
import type { ApiDeps } from "./api-deps";
import type { Api } from "./call";
import { serve, servePublic } from "./serve";

/** Sign-ins with an organisation account, and what account managers do about them; 404 where there is no such login. */
export function registerOrganisationAccount(app: Api, deps: ApiDeps): void {
  registerSignIn(app, deps);
  registerAdministration(app, deps);
}

function registerSignIn(app: Api, deps: ApiDeps): void {
  servePublic(app, postOrganisationBegin, async ({ body, ...call }) => {
    const { again = false, joins = false } = body;
    const wish = { again, joins };
    return { data: await beginSignIn(deps, providerOf(deps), wish, call) };
  });

  servePublic(app, postOrganisationFinish, ({ body, ...call }) =>
    finishSignIn(deps, providerOf(deps), body, call),
  );

  servePublic(app, postOrganisationLink, ({ body, ...call }) =>
    signInByLinkCode(deps, providerOf(deps), body, call),
  );
}

function registerAdministration(app: Api, deps: ApiDeps): void {
  const { store, secrets } = deps;

  serve(app, getOrganisationAccount, deps, async ({ viewer, params }) => {
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

  serve(app, postLinkCode, deps, async (call) => {
    requireAccountManager(call.viewer);
    const { issuer } = providerOf(deps);
    const { id } = call.params;
    const actor = actorOf(deps, call);
    return { data: await makeLinkCode(store, id, issuer, actor, secrets) };
  });

  serve(app, deleteOrganisationAccount, deps, async (call) => {
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
