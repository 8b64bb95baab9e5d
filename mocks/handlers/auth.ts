import {
  ACCESS_TOKEN_HEADER,
  getMe,
  login,
  logout,
  postOwnPassword,
  REFRESH_TOKEN_HEADER,
  refresh,
} from "~/contract/auth";
import { ownPasswordWords } from "~/domain/users/own-password-words";
import { passwordProblem } from "~/domain/users/password-rules";
import { usernameKey } from "~/domain/users/username-key";
import { mockEndpoint, mockPublicEndpoint } from "../mock-endpoint";
import type { MockHost } from "../mock-host";
import { Refusal } from "../refusal";

export function authHandlers(host: MockHost) {
  return [
    mockPublicEndpoint(host, "auth", login, async ({ body }) => {
      const account = [...host.accounts.values()].find(
        ({ username }) => usernameKey(username) === usernameKey(body.username),
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
        lastUpdated: host.lastUpdated,
        data: {
          name: `${account.firstname} ${account.lastname}`,
          username: account.username,
          access_level: account.accessLevel,
          access_level_id: [...account.ids],
        },
      };
    }),
    mockEndpoint(host, "auth", postOwnPassword, ({ session, body }) => {
      const account = host.accounts.get(session.account.id);
      const problem = passwordProblem(body.password, { allowsDemo: true });
      if (problem !== null) throw new Refusal(400, problem);
      if (account?.password !== body.current_password) {
        throw new Refusal(403, ownPasswordWords.currentWrong);
      }
      if (account.password === body.password) {
        throw new Refusal(400, ownPasswordWords.unchanged);
      }
      account.password = body.password;
      account.version += 1;
      host.sessions.endAllOf(account.id, session);
      return null;
    }),
    mockEndpoint(host, "auth", logout, ({ session }) => {
      host.sessions.end(session);
      return null;
    }),
  ];
}
