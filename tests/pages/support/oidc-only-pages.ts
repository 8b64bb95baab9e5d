import type { Page } from "./browser";
import { comeBack, dialogOf, startWithLogin } from "./organisation";
import { linkInDatabase, setEmergency } from "./users-in-database";

const EMERGENCY = "/login?emergency";

/** What somebody meets where only emergency accounts log in with a password, with a name for each page. */
export async function* oidcOnlyPages(): AsyncGenerator<[string, Page]> {
  const both = await startWithLogin({ OIDC_ONLY: "1" });
  const { portal, provider } = both;
  const stranger = portal.browser();
  yield ["login without a form", await stranger.get("/login")];
  yield ["emergency login", await stranger.get(EMERGENCY)];
  yield ["empty emergency login", await stranger.post(EMERGENCY, {})];
  yield [
    "no way back but in an emergency",
    await stranger.get("/oidc/callback"),
  ];
  await comeBack(stranger, both);
  yield ["code without a password", await stranger.get("/oidc/link")];
  const issuer = new URL(provider.issuer).href;
  const subject = provider.mischief.account;
  await linkInDatabase(portal, "accounts", { issuer, subject });
  const linked = portal.browser();
  await comeBack(linked, both);
  yield ["users without an emergency account", await linked.get("/users")];
  for (const path of ["/sign-in-settings", "/change-password"]) {
    yield [`${path} without a password`, await linked.get(path)];
  }
  await setEmergency(portal, "accounts", true);
  const manager = await portal.browser().loggedIn("accounts");
  yield ["users after an emergency login", await manager.get("/users")];
  const dialog = await dialogOf(manager, "region");
  yield ["user to mark", await manager.get(dialog)];
  await manager.submit(dialog, { task: "mark" });
  yield ["users with a mark", await manager.get("/users")];
  yield ["user to unmark", await manager.get(dialog)];
  await portal.stop();
  await provider.close();
}
