import {
  ACCESS_TOKEN_HEADER,
  REFRESH_TOKEN_HEADER,
  getMe,
  login,
  logout,
  postOwnPassword,
  refresh,
} from "~/contract/auth";
import type { ApiDeps } from "./api-deps";
import { changeOwnPassword } from "~server/auth/own-password";
import { signIn } from "~server/auth/sign-in";
import { notFound } from "~server/refusal";
import { serve, servePublic } from "./serve";
import type { Api } from "./call";
import { readDataState } from "~server/store/data-state";

/** Calls of a session's life. Refresh and logout judge the token themselves: it may have just expired. */
export function registerAuth(app: Api, deps: ApiDeps): void {
  const { sessions, store } = deps;

  servePublic(app, login, ({ body, ...call }) => signIn(deps, body, call));

  servePublic(app, refresh, async ({ request, origin }) => ({
    data: await sessions.refresh(
      request.headers.get(ACCESS_TOKEN_HEADER) ?? undefined,
      request.headers.get(REFRESH_TOKEN_HEADER) ?? undefined,
      origin,
    ),
  }));

  servePublic(app, logout, async ({ request, origin }) => {
    const token = request.headers.get(ACCESS_TOKEN_HEADER) ?? undefined;
    await sessions.end(token, origin);
    return null;
  });

  serve(app, getMe, deps, async ({ viewer, userId }) => {
    const user = await store.db
      .selectFrom("users")
      .where("id", "=", userId)
      .select(["username", "firstname", "lastname"])
      .executeTakeFirst();
    if (!user) throw notFound();
    const { lastUpdated } = await readDataState(store.db);
    return {
      lastUpdated,
      data: {
        name: `${user.firstname} ${user.lastname}`.trim() || user.username,
        username: user.username,
        access_level: viewer.accessLevel,
        access_level_id: [...viewer.accessLevelIds],
      },
    };
  });

  serve(app, postOwnPassword, deps, async ({ body, ...call }) => {
    await changeOwnPassword(
      deps,
      { current: body.current_password, wanted: body.password },
      call,
    );
    return null;
  });
}
