import { getMe, login, logout, refresh } from "~/contract/auth";
import type { ApiDeps } from "~server/door/api-deps";
import { signIn } from "~server/auth/sign-in";
import { notFound } from "~server/refusal";
import { readDataState } from "~server/store/data-state";
import { register, registerPublic, type Doors } from "~server/door/doors";

/** Refresh and logout check the token themselves: it may have just expired. */
export function registerAuth(doors: Doors, deps: ApiDeps): void {
  const { sessions, store } = deps;

  registerPublic(doors, login, ({ body, ...call }) => signIn(deps, body, call));

  registerPublic(doors, refresh, async ({ presented, origin }) => {
    const token = "token" in presented ? presented.token : undefined;
    const { refreshToken } = presented;
    return { data: await sessions.refresh(token, refreshToken, origin) };
  });

  registerPublic(doors, logout, async ({ presented, origin }) => {
    await sessions.end(presented, origin);
    return null;
  });

  register(doors, getMe, async ({ viewer, userId }) => {
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
}
