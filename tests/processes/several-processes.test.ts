import { createHash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getReports } from "~/contract/reports";
import type { PortalDatabase } from "~/session/portal-database.server";
import { Seal } from "~/runtime/seal.server";
import type { RecordWithTokens } from "~/session/session-record.server";
import { testDatabaseUrl } from "~server/env";
import type { Store } from "~server/store/open-store";
import { Browser } from "../pages/support/browser";
import { PORTAL_START_TIMEOUT_MS } from "../pages/support/portal";
import { sealedAnew } from "../pages/support/stored-sessions";
import {
  callerWith,
  postSignIn,
  requestReport,
  signedIn,
} from "./support/api-caller";
import type { DataServerProcess } from "./support/data-server-process";
import {
  SESSION_SECRET,
  startInstallation,
  type Installation,
} from "./support/installation";

const PAGE = "/company-overview";
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

describe.runIf(testDatabaseUrl())(
  "two portals and two data servers on one database",
  () => {
    let installation: Installation;
    let one: DataServerProcess;
    let other: DataServerProcess;
    beforeAll(async () => {
      installation = await startInstallation(storeOldEvents);
      [one, other] = installation.servers;
    }, PORTAL_START_TIMEOUT_MS);
    afterAll(() => installation?.end());

    /** Somebody at the first portal, and the same browser as a balancer leads it to the second. */
    async function atBoth(username: string): Promise<[Browser, Browser]> {
      const [first, second] = installation.portals;
      const browser = await first.browser().loggedIn(username);
      return [browser, sameAt(browser, second.origin)];
    }

    function sameAt(browser: Browser, origin: string): Browser {
      const same = new Browser(origin);
      for (const [name, value] of browser.cookies)
        same.cookies.set(name, value);
      return same;
    }

    const portalTables = () =>
      installation.store.db as unknown as PortalDatabase;

    const seal = new Seal(SESSION_SECRET, "portal store");

    const newestSession = () =>
      portalTables()
        .selectFrom("portal_sessions")
        .selectAll()
        .orderBy("used_at", "desc")
        .limit(1)
        .executeTakeFirstOrThrow();

    async function recordOf(key: string): Promise<RecordWithTokens> {
      const { record } = await portalTables()
        .selectFrom("portal_sessions")
        .select("record")
        .where("key", "=", key)
        .executeTakeFirstOrThrow();
      return JSON.parse(seal.open(record, key) ?? "null") as RecordWithTokens;
    }

    /** As if the token of the newest session had so long to live. */
    async function tokenEndsIn(ms: number): Promise<string> {
      const session = await newestSession();
      const tokenEndsAt = Date.now() + ms;
      const sealed = sealedAnew(seal, session, (record) => ({
        ...record,
        tokenEndsAt,
      }));
      await portalTables()
        .updateTable("portal_sessions")
        .set({ record: sealed, version: session.version + 1 })
        .where("key", "=", session.key)
        .execute();
      return session.key;
    }

    const users = () =>
      installation.store.db.selectFrom("users").selectAll().execute();

    async function idOf(username: string): Promise<number> {
      const found = (await users()).find((user) => user.username === username);
      return found?.id ?? 0;
    }

    const newUser = (username: string) => ({
      username,
      firstname: "New",
      lastname: "User",
      access_level: "facility",
      isnp_only: false,
      password: "pass & word=1",
      facility: [101],
    });

    describe("a session", () => {
      it("that begins at one portal is known to the other, and ends at both", async () => {
        const [here, there] = await atBoth("company");
        expect((await there.get(PAGE)).status).toBe(200);
        const csrf = await there.csrfToken(PAGE);
        const { token } = await recordOf((await newestSession()).key);
        expect((await there.post("/logout", { csrf })).location).toBe("/login");
        expect((await here.get(PAGE)).location).toBe("/login");
        for (const server of [one, other]) {
          const answer = await callerWith(token).get(server, "/auth/me/");
          expect(answer.status).toBe(401);
        }
      });

      it("near the end of its token renews it once for 20 requests over both portals, and keeps the newest", async () => {
        const both = await atBoth("company");
        const csrf = await both[0].csrfToken(PAGE);
        const key = await tokenEndsIn(5 * 60_000);
        const before = refreshes();
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, at) => {
            const browser = both[at % 2] ?? both[0];
            return at < 2
              ? browser.get(PAGE)
              : browser.post("/session?_data=routes%2Fsession", {
                  csrf,
                  intent: "active",
                });
          }),
        );
        expect(answers.map(({ status }) => status)).toEqual(
          Array(20).fill(200),
        );
        expect(refreshes() - before).toBe(1);
        const kept = await recordOf(key);
        expect(kept.tokenEndsAt).toBeGreaterThan(Date.now() + 10 * 60_000);
        const { refresh_hash } = await installation.store.db
          .selectFrom("sessions")
          .select("refresh_hash")
          .orderBy("created_at", "desc")
          .limit(1)
          .executeTakeFirstOrThrow();
        expect(
          createHash("sha256").update(kept.refreshToken).digest("base64url"),
        ).toBe(refresh_hash);
        for (const browser of both) {
          expect((await browser.get(PAGE)).status).toBe(200);
        }
      });

      const refreshes = () =>
        one.answered("/auth/refresh/", 200) +
        other.answered("/auth/refresh/", 200);

      it("that was over when a form was sent to one portal has the form back after login at the other", async () => {
        const form = "/reports/cms-qies-reports/request?report=Errors";
        const [here, there] = await atBoth("region");
        const csrf = await here.csrfToken(form);
        const { key } = await newestSession();
        await portalTables()
          .deleteFrom("portal_sessions")
          .where("key", "=", key)
          .execute();
        const sent = await here.post(form, {
          csrf,
          reportType: "50-5011",
          facility: "102",
          startDate: "2026-01-01",
          endDate: "2026-01-31",
          shown: "startDate endDate",
        });
        expect(sent.location).toBe("/login");
        const back = sameAt(here, there.origin);
        expect((await back.logIn("region")).location).toBe(form);
        expect((await back.get(form)).text).toContain(
          "We put back what you had typed before you were logged out.",
        );
      });
    });

    describe("the data servers", () => {
      it("count failed sign-ins together: 20 of an address, whichever was asked", async () => {
        const address = "198.51.100.7";
        const tryAt = async (server: DataServerProcess, name: string) =>
          (await postSignIn(server, name, { password: "wrong one", address }))
            .status;
        // One at a time at each: with more, a slow machine makes some wait for their turn until they are told to come again.
        for (let at = 0; at < 20; at += 2) {
          const tried = [
            tryAt(one, `stranger-${at}`),
            tryAt(other, `stranger-${at + 1}`),
          ];
          expect(await Promise.all(tried)).toEqual([401, 401]);
        }
        expect(await tryAt(one, "stranger-20")).toBe(401);
        expect(await tryAt(other, "stranger-21")).toBe(429);
        expect(await tryAt(one, "stranger-21")).toBe(429);
      });

      it("end the sessions of a user whose rights one of them has changed", async () => {
        const manager = await signedIn(one, "accounts");
        await manager.post(one, "/auth/user", newUser("mover"));
        const id = await idOf("mover");
        const signIn = await postSignIn(other, "mover", {
          password: "pass & word=1",
        });
        const mover = callerWith(String((await signIn.json()).token));
        expect((await mover.get(other, "/auth/me/")).status).toBe(200);
        const { password: _, ...body } = newUser("mover");
        const changed = await manager.post(one, `/auth/user/${id}`, {
          ...body,
          facility: [102],
        });
        expect(changed.status).toBe(200);
        expect((await mover.get(other, "/auth/me/")).status).toBe(401);
        const seen = await manager.get(other, "/auth/users");
        expect((await seen.json()).users).toContainEqual(
          expect.objectContaining({ id, access_level_id: "102" }),
        );
      });

      it("show at once what the other was told of who sees a report", async () => {
        const manager = await signedIn(one, "accounts");
        const list = async (server: DataServerProcess) => {
          const answer = await manager.get(server, "/api/reports/");
          return getReports.answer.parse(await answer.json()).data;
        };
        const [report] = await list(other);
        const rolesAtOther = async () =>
          (await list(other)).find(({ id }) => id === report?.id)?.roles;
        const had = report?.roles?.includes("region") ?? false;
        for (const allow of [!had, had]) {
          await manager.post(one, `/api/reports/${report?.id}/roles`, {
            role: "region",
            allow,
          });
          expect((await rolesAtOther())?.includes("region")).toBe(allow);
        }
      });

      it("answer with new data after an import, whatever each has in memory", async () => {
        const viewer = await signedIn(one, "company");
        const path = "/api/frailty/company/0/2025-01-01/2025-12-31/";
        const asked = async (server: DataServerProcess) =>
          (await (await viewer.get(server, path)).json()).data;
        const before = await asked(one);
        expect(await asked(other)).toEqual(before);
        await installation.importCensus({
          "patients.csv": `patient_id,mrn,first_name,last_name,frailty_score
1,M1,Canaryfirst,Canarylast,1
2,M2,Bert,Brown,1
3,M3,Cora,Clark,1
4,M4,Dora,Dean,1`,
        });
        const after = await asked(one);
        expect(after).not.toEqual(before);
        expect(await asked(other)).toEqual(after);
      });

      it("both sweep the audit trail at the start, and neither fails", async () => {
        const { store, servers } = installation;
        const old = () =>
          store.db
            .selectFrom("audit_events")
            .where("at", "=", YEARS_AGO)
            .select("id")
            .execute();
        await expect.poll(old).toEqual([]);
        for (const server of servers) {
          const failed = server
            .log()
            .filter((line) => line.includes('"audit.sweep_failed"'));
          expect(failed).toEqual([]);
        }
      });
    });

    describe("requested reports", () => {
      const statusOf = async (id: number) =>
        (
          await installation.store.db
            .selectFrom("qies_reports")
            .where("id", "=", id)
            .select("status")
            .executeTakeFirstOrThrow()
        ).status;

      it("are each made once, and given out by both", async () => {
        const viewer = await signedIn(one, "company");
        const userId = await idOf("company");
        const codes = ["56-801", "60-6035", "50-5015", "56-800", "56-804"];
        const more = ["50-5011", "50-5009", "50-5007"];
        const ids = await Promise.all(
          [...codes, ...more].map((code, at) =>
            requestReport(viewer, at % 2 === 0 ? one : other, { code, userId }),
          ),
        );
        for (const id of ids) {
          await expect.poll(() => statusOf(id)).toBe("completed");
        }
        for (const id of ids) {
          for (const server of [one, other]) {
            const place = await viewer.get(server, `/api/QIES-reports/${id}`);
            const { report_url } = (await place.json()).data;
            const file = await viewer.get(server, String(report_url));
            expect(await file.text()).toBe(`%PDF-1.7 of ${id}`);
          }
        }
        // What a server logs comes later than what it stores.
        const asked = () =>
          installation.connector
            .asked()
            .flat()
            .filter((id) => ids.includes(id));
        await expect
          .poll(() => asked().sort((a, b) => a - b))
          .toEqual([...ids].sort((a, b) => a - b));
      });

      it("of a server that is killed are made by the other", async () => {
        const { connector, store } = installation;
        const viewer = await signedIn(other, "company");
        const userId = await idOf("company");
        connector.hold(true);
        const held = await requestReport(viewer, one, {
          code: "60-6032",
          userId,
        });
        await expect.poll(() => connector.asked()[0]).toContain(held);
        await one.kill();
        connector.hold(false);
        // The lease of the killed one has to run out first, which takes a minute.
        await store.db
          .updateTable("qies_reports")
          .set({ claimed_until: new Date().toISOString() })
          .where("id", "=", held)
          .execute();
        await requestReport(viewer, other, { code: "60-6033", userId });
        await expect.poll(() => statusOf(held)).toBe("completed");
        await expect.poll(() => connector.asked()[1]).toContain(held);
        await one.start();
      });
    });

    describe("without the database", () => {
      const readiness = (server: DataServerProcess) =>
        fetch(`${server.url}/readiness`).then(({ status }) => status);

      it("says so, ends nobody's session, and is well again with the database", async () => {
        const { relay, servers } = installation;
        const both = await atBoth("company");
        relay.cut();
        try {
          for (const server of servers) {
            expect(await readiness(server)).toBe(503);
            const refused = await postSignIn(server, "company");
            expect(refused.status).toBe(503);
            expect(await refused.json()).toEqual({
              error:
                "The database does not answer at the moment. Please try again.",
              code: "unavailable",
            });
          }
          for (const browser of both) {
            expect((await browser.get("/readiness")).status).toBe(503);
            expect((await browser.post("/logout", {})).status).toBe(503);
            const page = await browser.get("/facility-profile/101");
            expect(page.status).toBe(503);
            expect(page.headers.getSetCookie()).toEqual([]);
            expect(page.text).toContain(
              "The database does not answer at the moment. Please try again.",
            );
          }
        } finally {
          relay.mend();
        }
        for (const server of servers) {
          expect(await readiness(server)).toBe(200);
        }
        for (const browser of both) {
          expect((await browser.get("/facility-profile/101")).status).toBe(200);
        }
      });

      it("loses nothing that was acknowledged when its connections are ended in the middle of writes", async () => {
        const { relay, store, servers } = installation;
        const manager = await signedIn(one, "accounts");
        const created: string[] = [];
        const writing = Array.from({ length: 12 }, async (_, at) => {
          const name = `ended-${at}`;
          const server = servers[at % 2] ?? one;
          const { status } = await manager.post(
            server,
            "/auth/user",
            newUser(name),
          );
          if (status === 200) created.push(name);
          return status;
        });
        await expect.poll(() => created.length).toBeGreaterThan(1);
        const ports = relay.farPorts().join();
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where client_port = any(string_to_array(${ports}, ',')::int[])`.execute(
          store.db,
        );
        for (const status of await Promise.all(writing)) {
          expect([200, 503]).toContain(status);
        }
        const names = (await users()).map(({ username }) => username);
        expect(names).toEqual(expect.arrayContaining(created));
        for (const server of servers) {
          expect(await readiness(server)).toBe(200);
        }
      });
    });

    it("a data server that is killed loses nothing that it has acknowledged, and its portal goes on with its sessions", async () => {
      const { store } = installation;
      const [browser] = await atBoth("company");
      const manager = await signedIn(other, "accounts");
      const tokens: string[] = [];
      const created: string[] = [];
      const writing = Array.from({ length: 10 }, async (_, at) => {
        const name = `killed-${at}`;
        const answer = await manager
          .post(one, "/auth/user", newUser(name))
          .catch(() => null);
        if (answer?.status === 200) created.push(name);
      });
      const signingIn = ["company", "region"].map(async (username) => {
        const answer = await postSignIn(one, username).catch(() => null);
        const body = await answer?.json().catch(() => null);
        if (body?.token) tokens.push(String(body.token));
      });
      await expect.poll(() => created.length).toBeGreaterThan(1);
      await one.kill();
      await Promise.all([...writing, ...signingIn]);
      const names = (await users()).map(({ username }) => username);
      expect(names).toEqual(expect.arrayContaining(created));
      for (const token of tokens) {
        const me = await callerWith(token).get(other, "/auth/me/");
        expect(me.status).toBe(200);
      }
      const recorded = await store.db
        .selectFrom("audit_events")
        .where("action", "=", "create_user")
        .select("target_username")
        .execute();
      expect(recorded.map((event) => event.target_username)).toEqual(
        expect.arrayContaining(created),
      );

      await tokenEndsIn(-1_000);
      expect((await browser.get(PAGE)).status).toBe(503);
      await one.start();
      // A host that has failed again and again is left alone for some seconds.
      await expect.poll(async () => (await browser.get(PAGE)).status).toBe(200);
    });
  },
);
