import { describe, expect, it } from "vitest";
import { newYorkDay, usDayOf } from "~/domain/calendar";
import { all, documentOf, textOf, textsOf } from "./support/document";
import { onOwnPortal } from "./support/on-portal";
import type { Browser } from "./support/browser";
import type { Portal } from "./support/portal";
import { withoutTable } from "./support/store-of-portal";

const WORDS = "Log out everywhere";

/** Where the row of a user leads to; null where it has no such link. */
async function questionOf(
  manager: Browser,
  username: string,
): Promise<string | null> {
  const list = documentOf((await manager.get(`/users?q=${username}`)).text);
  const link = all(list, "a").find(
    (one) => one.getAttribute("aria-label") === `${WORDS} ${username}`,
  );
  return link?.getAttribute("href") ?? null;
}

describe("an account manager", () => {
  let portal: Portal;
  onOwnPortal((started) => (portal = started));

  it("logs a user out everywhere, after a question", async () => {
    const browsers = [
      await portal.browser().loggedIn("region"),
      await portal.browser().loggedIn("region"),
    ];
    const other = await portal.browser().loggedIn("division");
    const manager = await portal.browser().loggedIn("accounts");
    const path = (await questionOf(manager, "region")) ?? "";
    expect(path).toMatch(/^\/users\/\d+\/sessions\?q=region$/);
    const question = await manager.get(path);
    expect(question.status).toBe(200);
    expect(question.text).not.toContain('aria-disabled="false"');
    const document = documentOf(question.text);
    expect(textsOf(document, "#end-sessions dd")).toEqual([
      "Rob Region",
      "region",
      "Region",
    ]);
    expect(textsOf(document, "#end-sessions button")).toContain(WORDS);
    // Looking is not asking for it.
    expect((await browsers[0]?.get("/change-password"))?.status).toBe(200);
    const done = await manager.submit(path);
    expect([done.status, done.location]).toEqual([303, "/users?q=region"]);
    expect((await manager.get("/users?q=region")).text).toContain(
      "The user is logged out everywhere.",
    );
    for (const browser of browsers) {
      expect((await browser.get("/search")).location).toBe("/login");
    }
    expect((await other.get("/change-password")).status).toBe(200);
    expect((await manager.get("/change-password")).status).toBe(200);
    const again = await portal.browser().loggedIn("region");
    expect((await again.get("/change-password")).status).toBe(200);
    const trail = await manager.get("/users/audit-trail?action=end_sessions");
    expect(textsOf(documentOf(trail.text), "main tbody tr").join()).toMatch(
      /accounts.*Logged a user out everywhere.*region/s,
    );
  });

  it("sees who logged in last, and who never did", async () => {
    await portal.browser().loggedIn("division");
    const manager = await portal.browser().loggedIn("accounts");
    const loginsOf = async (query: string) => {
      const { text } = await manager.get(`/users?${query}`);
      return all(documentOf(text), "#users tbody tr").map((row) =>
        ["td:nth-child(2)", "td:nth-child(6)"].map((cell) =>
          textOf(row.querySelector(cell)),
        ),
      );
    };
    const today = usDayOf(newYorkDay(new Date()));
    expect(await loginsOf("q=division")).toEqual([["division", today]]);
    const never = await loginsOf("login=never");
    expect(never).toContainEqual(["isnp", "Never"]);
    expect(never).not.toContainEqual(["division", "Never"]);
    expect((await loginsOf("sort=login&dir=asc"))[0]?.[1]).toBe("Never");
    expect((await loginsOf("sort=login&dir=desc"))[0]?.[1]).toBe(today);
    expect(await loginsOf("login=long-ago")).toEqual([]);
  });

  it("is told that a question of a session before changed nothing", async () => {
    const manager = await portal.browser().loggedIn("accounts");
    const path = (await questionOf(manager, "division")) ?? "";
    const csrf = await manager.csrfToken(path);
    await manager.loggedIn("accounts");
    const sent = await manager.post(path, { csrf });
    expect([sent.status, sent.location]).toEqual([303, path]);
    const { text } = await manager.get(path);
    expect(text).toContain(
      "Nothing was changed: your form could not be sent. Please try again.",
    );
    expect(text).not.toContain("We put back");
  });

  it("logs nobody out who is not there, and not themselves", async () => {
    const manager = await portal.browser().loggedIn("accounts");
    expect(await questionOf(manager, "accounts")).toBeNull();
    const list = (await manager.get("/users?q=accounts")).text;
    const own = /\/users\/(\d+)\/edit/.exec(list)?.[1] ?? "";
    const path = `/users/${own}/sessions`;
    expect((await manager.get(path)).location).toBe("/sign-in-settings");
    const csrf = await manager.csrfToken("/change-password");
    const refused = await manager.post(path, { csrf });
    // Why not is said by the page that they end their own at.
    expect([refused.status, refused.location]).toEqual([
      302,
      "/sign-in-settings",
    ]);
    expect((await manager.get("/change-password")).status).toBe(200);
    const gone = await manager.post("/users/999999/sessions", { csrf });
    expect([gone.status, gone.location]).toEqual([303, "/users"]);
    expect((await manager.get("/users")).text).toContain(
      "This user was already deleted.",
    );
    expect((await manager.post("/users/x/sessions", { csrf })).status).toBe(
      404,
    );
  });

  it("is told in the question why nobody was logged out", async () => {
    const other = await portal.browser().loggedIn("division");
    const manager = await portal.browser().loggedIn("accounts");
    const path = (await questionOf(manager, "division")) ?? "";
    const csrf = await manager.csrfToken(path);
    const answer = await withoutTable(portal, "audit_events", () =>
      manager.post(path, { csrf }),
    );
    expect(answer.status).toBe(503);
    expect(
      textsOf(documentOf(answer.text), "#end-sessions [role=alert]"),
    ).toHaveLength(1);
    expect((await other.get("/search")).status).toBe(200);
  });
});
