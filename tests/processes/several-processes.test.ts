import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { epochDayOf } from "~/domain/calendar";
import type { PortalDatabase } from "~/session/portal-database.server";
import { testDatabaseUrl } from "~server/env";
import type { Store } from "~server/store/open-store";
import { Browser } from "../pages/support/browser";
import { PASSWORD } from "../pages/support/census";
import { documentOf, textsOf } from "../pages/support/document";
import { startFakeHost } from "../pages/support/fake-host";
import { PORTAL_START_TIMEOUT_MS, startPortal } from "../pages/support/portal";
import { startInstallation, type Installation } from "./support/installation";
import type { PortalProcess } from "./support/portal-process";

const PAGE = "/company-overview";
const CREATE = "/user/create";
const REQUEST = "/reports/cms-qies-reports/request";
const YEARS_AGO = "2010-01-01T00:00:00.000Z";

/** Older events than one step of a sweep deletes, so that two processes sweep side by side. */
async function storeOldEvents({ db }: Store): Promise<void> {
  await db
    .insertInto("audit_events")
    .values(
      Array.from({ length: 1_200 }, () => ({
        at: YEARS_AGO,
        action: "sign_in" as const,
        details: "{}",
      })),
    )
    .execute();
}

describe.runIf(testDatabaseUrl())("two portals on one database", () => {
  let installation: Installation;
  let one: PortalProcess;
  let other: PortalProcess;
  beforeAll(async () => {
    installation = await startInstallation(storeOldEvents);
    [one, other] = installation.portals;
  }, PORTAL_START_TIMEOUT_MS);
  afterAll(() => installation?.end());

  /** Somebody at the first portal, and the same browser as a balancer leads it to the second. */
  async function atBoth(username: string): Promise<[Browser, Browser]> {
    const browser = await one.browser().loggedIn(username);
    return [browser, sameAt(browser, other)];
  }

  function sameAt(browser: Browser, { origin }: PortalProcess): Browser {
    const same = new Browser(origin);
    for (const [name, value] of browser.cookies) same.cookies.set(name, value);
    return same;
  }

  const portalTables = () => installation.store.db as unknown as PortalDatabase;

  const users = () =>
    installation.store.db.selectFrom("users").selectAll().execute();

  const newUser = (csrf: string, username: string) => ({
    csrf,
    username,
    firstname: "New",
    lastname: "User",
    accessLevel: "company",
    password: PASSWORD,
    confirmPassword: PASSWORD,
  });

  const readiness = ({ origin }: PortalProcess) =>
    fetch(`${origin}/readiness`).then(({ status }) => status);

  describe("a session", () => {
    it("that begins at one portal is known to the other, and ends at both", async () => {
      const [here, there] = await atBoth("company");
      expect((await there.get(PAGE)).status).toBe(200);
      const csrf = await there.csrfToken(PAGE);
      expect((await there.post("/logout", { csrf })).location).toBe("/login");
      expect((await here.get(PAGE)).location).toBe("/login");
      const { revoked_at } = await installation.store.db
        .selectFrom("sessions")
        .select("revoked_at")
        .orderBy("created_at", "desc")
        .executeTakeFirstOrThrow();
      expect(revoked_at).not.toBeNull();
    });

    it("ends at both when one of them changes its user's rights", async () => {
      const manager = await one.browser().loggedIn("accounts");
      const csrf = await manager.csrfToken(CREATE);
      const mover = newUser(csrf, "mover");
      expect((await manager.post(CREATE, mover)).status).toBe(303);
      await installation.store.db
        .updateTable("users")
        .set({ password_initial_until: null })
        .where("username", "=", "mover")
        .execute();
      const there = await other.browser().loggedIn("mover");
      const here = sameAt(there, one);
      for (const browser of [there, here]) {
        expect((await browser.get(PAGE)).status).toBe(200);
      }
      const id = (await users()).find((user) => user.username === "mover")?.id;
      const { password: _, confirmPassword: __, ...kept } = mover;
      const changed = { ...kept, isnpOnly: "true" };
      const sent = await manager.post(`/users/${id}/edit`, changed);
      expect(sent.status).toBe(303);
      for (const browser of [there, here]) {
        expect((await browser.get(PAGE)).location).toBe("/login");
      }
    });

    it("that was over when a form was sent to one portal has the form back after login at the other", async () => {
      const form = `${REQUEST}?report=Errors`;
      const here = await one.browser().loggedIn("region");
      const csrf = await here.csrfToken(form);
      await portalTables().deleteFrom("portal_sessions").execute();
      const sent = await here.post(form, {
        csrf,
        reportType: "50-5011",
        facility: "102",
        startDate: "2026-01-01",
        endDate: "2026-01-31",
        shown: "startDate endDate",
      });
      expect(sent.location).toBe("/login");
      const back = sameAt(here, other);
      expect((await back.logIn("region")).location).toBe(form);
      expect((await back.get(form)).text).toContain(
        "We put back what you had typed.",
      );
    });
  });

  it("has the sessions of a portal before an API host where SESSION_DATABASE_URL names it", async () => {
    const sessions = async () =>
      (
        await portalTables()
          .selectFrom("portal_sessions")
          .select("key")
          .execute()
      ).length;
    const before = await sessions();
    const host = await startFakeHost();
    const portal = await startPortal({
      apiUrl: host.url,
      env: { SESSION_DATABASE_URL: installation.databaseUrl },
    });
    try {
      await portal.browser().loggedIn("company");
      expect(await sessions()).toBe(before + 1);
    } finally {
      await portal.stop();
      await host.close();
    }
  });

  it("counts failed sign-ins at both together: 20 of an address", async () => {
    const tryAt = async (portal: PortalProcess, name: string) =>
      (await portal.browser().logIn(name, "Wrong-1")).status;
    // One at a time at each: with more, a slow machine makes some wait for their turn until they are asked to come again.
    for (let at = 0; at < 20; at += 2) {
      const tried = [
        tryAt(one, `stranger-${at}`),
        tryAt(other, `stranger-${at + 1}`),
      ];
      expect(await Promise.all(tried)).toEqual([400, 400]);
    }
    expect(await tryAt(one, "stranger-20")).toBe(400);
    expect(await tryAt(other, "stranger-21")).toBe(429);
    expect(await tryAt(one, "stranger-21")).toBe(429);
    // The others come from this address too.
    await installation.store.db.deleteFrom("sign_in_failures").execute();
  });

  it("shows at one at once what was changed at the other about who sees a report", async () => {
    const [here, there] = await atBoth("accounts");
    const grid = "/users/reports-config";
    const csrf = await here.csrfToken(grid);
    const { id } = await installation.store.db
      .selectFrom("reports")
      .select("id")
      .executeTakeFirstOrThrow();
    const isTicked = async () =>
      documentOf((await there.get(grid)).text)
        .querySelector(`#report-access [name=ticked-${id}][value=region]`)
        ?.hasAttribute("checked");
    const had = await isTicked();
    for (const allow of [!had, had]) {
      const cell = { report: `${id}`, level: "region", allow: `${allow}` };
      expect((await here.post(grid, { csrf, ...cell })).status).toBe(200);
      expect(await isTicked()).toBe(allow);
    }
  });

  it("shows new data at both after an import, whatever each has in memory", async () => {
    const both = await atBoth("company");
    const frailty = () =>
      Promise.all(
        both.map(async (browser) =>
          textsOf(
            documentOf((await browser.get(PAGE)).text),
            "section[aria-labelledby=frailty] li",
          ),
        ),
      );
    const [before, beforeThere] = await frailty();
    expect(before).not.toEqual([]);
    expect(beforeThere).toEqual(before);
    await installation.importCensus({
      "patients.csv": `patient_id,mrn,first_name,last_name,frailty_score
1,M1,Canaryfirst,Canarylast,1
2,M2,Bert,Brown,1
3,M3,Cora,Clark,1
4,M4,Dora,Dean,1`,
    });
    const [after, afterThere] = await frailty();
    expect(after).not.toEqual(before);
    expect(afterThere).toEqual(after);
  });

  it("sweeps the audit trail at the start of both, and neither fails", async () => {
    const old = () =>
      installation.store.db
        .selectFrom("audit_events")
        .where("at", "=", YEARS_AGO)
        .select("id")
        .execute();
    await expect.poll(old).toEqual([]);
    const lines = installation.portals.flatMap((portal) => portal.log());
    expect(
      lines.filter((line) => line.includes('"audit.sweep_failed"')),
    ).toEqual([]);
  });

  describe("a requested report", () => {
    /** Asks for a report of January's first days about Elm House; returns the number of the request. */
    async function request(browser: Browser, days: number): Promise<number> {
      const endDate = `2026-01-${10 + days}`;
      const sent = await browser.post(REQUEST, {
        csrf: await browser.csrfToken(REQUEST),
        reportType: "50-5011",
        facility: "101",
        startDate: "2026-01-01",
        endDate,
        shown: "startDate endDate",
      });
      expect(sent.status).toBe(303);
      const { id } = await installation.store.db
        .selectFrom("qies_reports")
        .select("id")
        .where("end_day", "=", epochDayOf(endDate))
        .executeTakeFirstOrThrow();
      return id;
    }

    const statusOf = async (id: number) =>
      (
        await installation.store.db
          .selectFrom("qies_reports")
          .where("id", "=", id)
          .select("status")
          .executeTakeFirstOrThrow()
      ).status;

    it("is made once, whichever portal was asked, and given out by both", async () => {
      const both = await atBoth("company");
      const ids = await Promise.all(
        Array.from({ length: 8 }, (_, at) =>
          request(both[at % 2] ?? both[0], at),
        ),
      );
      for (const id of ids) {
        await expect.poll(() => statusOf(id)).toBe("completed");
        for (const browser of both) {
          const { text } = await browser.get(`/cms-report-file/${id}`);
          expect(text).toBe(`%PDF-1.7 of ${id}`);
        }
      }
      // What a portal logs comes later than what it stores.
      const asked = () =>
        installation.connector
          .asked()
          .flat()
          .sort((a, b) => a - b);
      await expect.poll(asked).toEqual([...ids].sort((a, b) => a - b));
    });

    it("that a killed portal was making is made by the other", async () => {
      const { connector, store } = installation;
      const [here, there] = await atBoth("company");
      connector.hold(true);
      const held = await request(here, 10);
      await expect.poll(() => connector.asked()[0]).toContain(held);
      await one.kill();
      connector.hold(false);
      // The lease of the killed one has to run out first, which takes a minute.
      await store.db
        .updateTable("qies_reports")
        .set({ claimed_until: new Date().toISOString() })
        .where("id", "=", held)
        .execute();
      await request(there, 11);
      await expect.poll(() => statusOf(held)).toBe("completed");
      await expect.poll(() => connector.asked()[1]).toContain(held);
      await one.start();
    });
  });

  describe("without the database", () => {
    const AWAY =
      "The database does not answer at the moment. Please try again.";

    it("both say so, end nobody's session, and are well again with the database", async () => {
      const { relay, portals } = installation;
      const both = await atBoth("company");
      relay.cut();
      try {
        for (const portal of portals) {
          expect(await readiness(portal)).toBe(503);
          const refused = await portal.browser().logIn("company");
          expect(refused.status).toBe(503);
          expect(refused.text).toContain(AWAY);
        }
        for (const browser of both) {
          expect((await browser.post("/logout", {})).status).toBe(503);
          const page = await browser.get("/facility-profile/101");
          expect(page.status).toBe(503);
          expect(page.headers.getSetCookie()).toEqual([]);
          expect(page.text).toContain(AWAY);
        }
      } finally {
        relay.mend();
      }
      for (const portal of portals) expect(await readiness(portal)).toBe(200);
      for (const browser of both) {
        expect((await browser.get("/facility-profile/101")).status).toBe(200);
      }
    });

    it("nothing is lost that was acknowledged when connections are ended in the middle of writes", async () => {
      const { relay, store, portals } = installation;
      const managers = await atBoth("accounts");
      const csrf = await managers[0].csrfToken(CREATE);
      const created: string[] = [];
      const writing = Array.from({ length: 12 }, async (_, at) => {
        const name = `ended-${at}`;
        const manager = managers[at % 2] ?? managers[0];
        const { status } = await manager.post(CREATE, newUser(csrf, name));
        if (status === 303) created.push(name);
        return status;
      });
      await expect.poll(() => created.length).toBeGreaterThan(1);
      const ports = relay.farPorts().join();
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where client_port = any(string_to_array(${ports}, ',')::int[])`.execute(
        store.db,
      );
      for (const status of await Promise.all(writing)) {
        expect([303, 503]).toContain(status);
      }
      const names = (await users()).map(({ username }) => username);
      expect(names).toEqual(expect.arrayContaining(created));
      for (const portal of portals) expect(await readiness(portal)).toBe(200);
    });
  });

  it("loses nothing that a killed portal has acknowledged, and the sessions that began there go on at the other and at its next start", async () => {
    const [browser, there] = await atBoth("company");
    const manager = await one.browser().loggedIn("accounts");
    const csrf = await manager.csrfToken(CREATE);
    const signedIn: Browser[] = [];
    const created: string[] = [];
    const writing = Array.from({ length: 10 }, async (_, at) => {
      const name = `killed-${at}`;
      const answer = await manager
        .post(CREATE, newUser(csrf, name))
        .catch(() => null);
      if (answer?.status === 303) created.push(name);
    });
    const signingIn = ["company", "company"].map(async (username) => {
      const somebody = one.browser();
      const answer = await somebody.logIn(username).catch(() => null);
      if (answer?.status === 302) signedIn.push(somebody);
    });
    await expect.poll(() => created.length).toBeGreaterThan(1);
    await one.kill();
    await Promise.all([...writing, ...signingIn]);
    const names = (await users()).map(({ username }) => username);
    expect(names).toEqual(expect.arrayContaining(created));
    for (const somebody of signedIn) {
      expect((await sameAt(somebody, other).get(PAGE)).status).toBe(200);
    }
    const recorded = await installation.store.db
      .selectFrom("audit_events")
      .where("action", "=", "create_user")
      .select("target_username")
      .execute();
    expect(recorded.map((event) => event.target_username)).toEqual(
      expect.arrayContaining(created),
    );
    expect((await there.get(PAGE)).status).toBe(200);
    await one.start();
    expect((await browser.get(PAGE)).status).toBe(200);
  });
});
