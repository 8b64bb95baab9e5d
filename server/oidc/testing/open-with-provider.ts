import type { Dialect } from "~/runtime/database/connect.server";
import { openTestApi, type TestApi } from "~server/testing/open-test-api";
import { openProvider } from "../provider";
import { organisationCalls } from "./organisation-calls";
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
  return {
    api,
    provider,
    manager,
    userId,
    calls: organisationCalls(api, provider),
    async close() {
      await provider.close();
      await api.close();
    },
  };
}

/** Starts without any knowledge of the provider. */
export function useProvider(
  api: TestApi,
  { issuer }: TestProvider,
  more: { groupsClaim?: string; scope?: string } = {},
): void {
  const { client_id: clientId, client_secret: clientSecret } = CLIENT;
  const settings = {
    issuer,
    clientId,
    clientSecret,
    portal: PORTAL,
    scope: "openid",
    groupsClaim: "groups",
    ...more,
  };
  api.deps.provider = openProvider(settings, api.deps.clock);
}
