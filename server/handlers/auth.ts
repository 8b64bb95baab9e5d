import {
  ACCESS_TOKEN_HEADER,
  REFRESH_TOKEN_HEADER,
  getMe,
  login,
  logout,
  refresh,
} from "~/contract/auth";
import type { ApiDeps } from "~server/api-deps";
import { isPasswordOf } from "~server/auth/password";
import { usernameKey } from "~server/auth/username-key";
import { Refusal, notFound } from "~server/refusal";
import { serve, servePublic } from "~server/serve";
import type { Api } from "~server/serve";

/** Calls of a session's life. Refresh and logout judge the token themselves: it may have just expired. */
export function registerAuth(app: Api, deps: ApiDeps): void {
  const { sessions, store } = deps;

  servePublic(app, login, async ({ body, log }) => {
    const user = await store.db
      .selectFrom("users")
      .where("username_key", "=", usernameKey(body.username))
      .select(["id", "password_hash"])
      .executeTakeFirst();
    if (!(await isPasswordOf(user?.password_hash ?? null, body.password))) {
      log.info({ event: "auth.login_failed" });
      throw new Refusal(401, "The username or password is not correct.");
    }
    return user ? sessions.start(user.id) : null;
  });

  servePublic(app, refresh, async ({ request }) => ({
    data: await sessions.refresh(
      request.headers.get(ACCESS_TOKEN_HEADER) ?? undefined,
      request.headers.get(REFRESH_TOKEN_HEADER) ?? undefined,
    ),
  }));

  servePublic(app, logout, async ({ request }) => {
    await sessions.end(request.headers.get(ACCESS_TOKEN_HEADER) ?? undefined);
    return null;
  });

  serve(app, getMe, deps, async ({ viewer, userId }) => {
    const user = await store.db
      .selectFrom("users")
      .where("id", "=", userId)
      .select(["username", "firstname", "lastname"])
      .executeTakeFirst();
    if (!user) throw notFound();
    return {
      data: {
        name: `${user.firstname} ${user.lastname}`.trim() || user.username,
        username: user.username,
        access_level: viewer.accessLevel,
        access_level_id: [...viewer.accessLevelIds],
      },
    };
  });
}
