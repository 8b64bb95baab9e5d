import {
  ACCESS_TOKEN_HEADER,
  getMe,
  login,
  logout,
  REFRESH_TOKEN_HEADER,
  refresh,
} from "~/contract/auth";
import { mockEndpoint, mockPublicEndpoint } from "../mock-endpoint";
import type { MockHost } from "../mock-host";
import { Refusal } from "../refusal";

export function authHandlers(host: MockHost) {
  return [
    mockPublicEndpoint(host, "auth", login, async ({ body }) => {
      const account = [...host.accounts.values()].find(
        ({ username }) => username === body.username.toLowerCase(),
      );
      if (account?.password !== body.password) {
        throw new Refusal(401, "The username or the password is wrong.");
      }
      return host.sessions.start(account);
    }),
    mockPublicEndpoint(host, "auth", refresh, async ({ request }) => ({
      data: await host.sessions.refresh(
        request.headers.get(ACCESS_TOKEN_HEADER),
        request.headers.get(REFRESH_TOKEN_HEADER),
      ),
    })),
    mockEndpoint(host, "auth", getMe, ({ session }) => {
      const { account } = session;
      return {
        data: {
          name: `${account.firstname} ${account.lastname}`,
          username: account.username,
          access_level: account.accessLevel,
          access_level_id: [...account.ids],
        },
      };
    }),
    mockEndpoint(host, "auth", logout, ({ session }) => {
      host.sessions.end(session);
      return null;
    }),
  ];
}
