import type { Dialect } from "~/runtime/database/connect.server";
import { openTestApi, type TestApi } from "~server/testing/open-test-api";
import { configuredProvider } from "../provider";
import { given, organisationCalls } from "./organisation-calls";
import { CLIENT, openTestProvider, type TestProvider } from "./test-provider";

const PORTAL = "http://portal.test";

/** The API with a provider, an account manager in session, and a user without an organisation account. */
export async function openWithProvider(dialect: Dialect) {
  const api = await openTestApi(dialect);
  const provider = await openTestProvider(PORTAL);
  // The provider has no clock but the system's.
  api.advance(Date.now() - api.deps.clock().getTime());
  useProvider(api, provider);
  const { token: manager } = await api.signIn({
    accessLevel: "account_manager",
    username: "Manager",
  });
  const userId = await api.addUser({
    accessLevel: "facility",
    ids: [101],
    username: "Ada",
  });
  const calls = organisationCalls(api, provider);
  const on = {
    ...{ api, provider, manager, userId, calls },
    async idOf(username: string): Promise<number> {
      const { id } = await api.deps.store.db
        .selectFrom("users")
        .where("username", "=", username)
        .select("id")
        .executeTakeFirstOrThrow();
      return id;
    },
    /** Ada's first sign-in with her account, by a code. */
    async linked(): Promise<{ token: string }> {
      const { claim } = await calls.signIn();
      const code = await calls.codeFor(on.manager, userId);
      return given(await calls.link(claim, code));
    },
    async close() {
      await provider.close();
      await api.close();
    },
  };
  return on;
}

/** Starts without any knowledge of the provider. */
export function useProvider(
  api: TestApi,
  { issuer }: TestProvider,
  more: { groupsClaim?: string; scope?: string } = {},
): void {
  const settings = {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: CLIENT.client_id,
    OIDC_CLIENT_SECRET: CLIENT.client_secret,
    OIDC_SCOPE: more.scope ?? "openid",
    OIDC_GROUPS_CLAIM: more.groupsClaim ?? "groups",
    PUBLIC_URL: PORTAL,
  };
  api.deps.provider = configuredProvider(settings, api.deps.clock);
}
