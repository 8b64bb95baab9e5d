import { getMe } from "~/contract/auth";
import type { Dialect } from "~/runtime/database/connect.server";
import type { OrganisationHold } from "~server/auth/session-rows";
import type { OrganisationSession } from "~server/organisation-sign-in/service";
import { openTestApi, type TestApi } from "~server/testing/open-test-api";
import { openedForEach } from "~server/testing/opened";
import { seedOrganization } from "~server/testing/seed-organization";
import { configuredProvider } from "../provider";
import { setGroups } from "./group-rules";
import { given, organisationCalls } from "./organisation-calls";
import { CLIENT, openTestProvider, type TestProvider } from "./test-provider";

const PORTAL = "http://portal.test";
const DAY_MS = 24 * 3_600_000;

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
  return {
    ...{ api, provider, manager, userId, calls },
    /** Status of a call with this token. */
    statusOf: async (token: string) =>
      (await api.get(getMe.path, token)).status,
    /** Ada's first sign-in with her account, by a code. */
    async linked(by = manager): Promise<{ token: string }> {
      const { claim } = await calls.signIn();
      const code = await calls.codeFor(by, userId);
      return given(await calls.link(claim, code));
    },
    /** A session as it begins at the organisation's login, which nobody asks about for a day. */
    async sessionOf(userId: number, held: Partial<OrganisationHold> = {}) {
      const later = api.deps.clock().getTime() + DAY_MS;
      const due_at = new Date(later).toISOString();
      const ofOrganisation = {
        ...{ issuer: new URL(provider.issuer).href, subject: `${userId}` },
        ...{ sealed_refresh: null, due_at, good_until: due_at },
        ...held,
      };
      const { sessions } = api.deps;
      return (await sessions.start(userId, { ofOrganisation })).token;
    },
    /** Somebody without a user whose groups let them in. */
    joined: async () => given(await calls.join()) as OrganisationSession,
    async close() {
      await provider.close();
      await api.close();
    },
  };
}

export type WithProvider = Awaited<ReturnType<typeof openWithProvider>>;

/** {@link openWithProvider} for each test of a block. */
export function onProvider(dialect: Dialect): WithProvider {
  return openedForEach(() => openWithProvider(dialect));
}

/** What the provider's userinfo page says of people needs it. */
export const PROFILE = { scope: "openid profile" };
export const NURSES = { level: "facility", ids: [111] } as const;
export const NORTH = { level: "region", ids: [11] } as const;

/** The test organisation with two groups, and Anna, who is a nurse, at its login. */
export function onGroups(dialect: Dialect): WithProvider {
  return openedForEach(async () => {
    const on = await openWithProvider(dialect);
    useProvider(on.api, on.provider, PROFILE);
    await seedOrganization(on.api.deps.store.db);
    await setGroups(on.api, { nurses: NURSES, north: NORTH });
    on.provider.mischief.userinfo = {
      ...{ groups: ["nurses"], preferred_username: "anna.reed" },
      ...{ given_name: "Anna", family_name: "Reed" },
    };
    return on;
  });
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
