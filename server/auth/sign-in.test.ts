import * as argon2 from "@node-rs/argon2";
import { sql } from "kysely";
import { describe, expect, it, vi } from "vitest";
import { sessionTokens } from "~/contract/auth";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import {
  address,
  attempt,
  browserAfter,
  failTimes,
  openBeside,
  onAccounts,
  RIGHT,
} from "./testing/sign-in-attempts";

vi.mock("@node-rs/argon2", () => import("~server/testing/argon2-of-tests"));

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HERE = address(1);
const ELSEWHERE = address(2);

const verify = vi.mocked(argon2.verify);

describe.each(TEST_DIALECTS)("signing in on %s", (dialect) => {
  const api = onAccounts(dialect);

  const signIn = (username: string, from: string) =>
    attempt(api, username, from, RIGHT);

  it("is delayed after the fifth failure of a pair, ever longer, and each delay ends with the clock", async () => {
    expect(await failTimes(api, 4, () => "ada", HERE)).toEqual(
      Array(4).fill(401),
    );
    for (const seconds of [5, 10]) {
      expect((await attempt(api, "ada", HERE)).status).toBe(401);
      const { status, headers } = await attempt(api, "ada", HERE);
      expect([status, headers.get("retry-after")]).toEqual([429, `${seconds}`]);
      api.advance(seconds * 1000 - 1);
      expect((await attempt(api, "ada", HERE)).status).toBe(429);
      api.advance(1);
    }
    const tokens = await signIn("ada", HERE);
    expect(sessionTokens.safeParse(await tokens.json()).success).toBe(true);
  });

  it("is not delayed longer by attempts in the meantime, nor do they count", async () => {
    await failTimes(api, 5, () => "ada", HERE);
    for (let more = 0; more < 10; more++) await attempt(api, "ada", HERE);
    api.advance(5000);
    expect((await attempt(api, "ada", HERE)).status).toBe(401);
    const { headers } = await attempt(api, "ada", HERE);
    expect(headers.get("retry-after")).toBe("10");
  });

  it("has the failures of a pair forgotten once it is right", async () => {
    await failTimes(api, 4, () => "ada", HERE);
    expect((await signIn("ada", HERE)).status).toBe(200);
    const statuses = await failTimes(api, 4, () => "ada", HERE);
    expect(statuses).toEqual([401, 401, 401, 401]);
  });

  it("has half of the failures forgotten after six hours, all after a day", async () => {
    const delayNow = async () =>
      Number((await attempt(api, "ada", HERE)).headers.get("retry-after"));
    await failTimes(api, 13, () => "ada", HERE);
    expect(await delayNow()).toBe(900);
    api.advance(6 * HOUR_MS);
    // 13 have become 6, and the next makes 7.
    expect((await attempt(api, "ada", HERE)).status).toBe(401);
    expect(await delayNow()).toBe(20);
    api.advance(DAY_MS);
    const statuses = await failTimes(api, 4, () => "ada", HERE);
    expect(statuses).toEqual([401, 401, 401, 401]);
    expect(await delayNow()).toBe(0);
  });

  it("at once from another address is free for everybody after 20 failures from one", async () => {
    const statuses = await failTimes(api, 20, (at) => `guess-${at}`, HERE);
    expect(statuses).toEqual(Array(20).fill(401));
    expect((await attempt(api, "guess-20", HERE)).status).toBe(401);
    // The 21st began a delay of the address: whoever comes from there waits, known or not.
    expect((await signIn("ada", HERE)).status).toBe(429);
    expect((await signIn("ada", ELSEWHERE)).status).toBe(200);
    expect((await signIn("ben", ELSEWHERE)).status).toBe(200);
  });

  it("counts a network of IPv6 as one address", async () => {
    for (let at = 0; at < 21; at++) {
      const from = `2001:db8:1:2::${at.toString(16)}`;
      expect((await attempt(api, `guess-${at}`, from)).status).toBe(401);
    }
    expect((await signIn("ada", "2001:db8:1:2:9::9")).status).toBe(429);
    expect((await signIn("ada", "2001:db8:1:3::1")).status).toBe(200);
  });

  it("works at once from a new address, though strangers everywhere fail at the account, and a minute later at most for who has failed too", async () => {
    for (let at = 0; at < 40; at++) {
      await failTimes(api, 1, () => "ada", address(100 + at));
    }
    expect((await signIn("ada", HERE)).status).toBe(200);
    expect((await attempt(api, "ada", HERE)).status).toBe(401);
    const refused = await signIn("ada", HERE);
    expect(refused.headers.get("retry-after")).toBe("60");
    api.advance(60_000);
    expect((await signIn("ada", HERE)).status).toBe(200);
  });

  it("works at once in the browser that the account has signed in with, whoever fails elsewhere or beside it", async () => {
    const browser = await browserAfter(api, "ada", HERE);
    const bens = await browserAfter(api, "ben", HERE);
    await failTimes(api, 25, (at) => `guess-${at}`, HERE);
    for (let at = 0; at < 24; at++) {
      await failTimes(api, 1, () => "ada", address(100 + at));
    }
    for (const from of [HERE, ELSEWHERE]) {
      await failTimes(api, 1, () => "ada", from);
    }
    const inBrowser = (from: string, kept?: string) =>
      attempt(api, "ADA", from, RIGHT, kept);
    // The address says nothing of it, nor does what another user has left, or somebody has made up.
    for (const kept of [undefined, bens, `${browser.slice(0, -8)}AAAAAAA=`]) {
      expect((await inBrowser(HERE, kept)).status).toBe(429);
      expect((await inBrowser(ELSEWHERE, kept)).status).toBe(429);
    }
    expect((await inBrowser(HERE, browser)).status).toBe(200);
    expect((await inBrowser(ELSEWHERE, browser)).status).toBe(200);
  });

  it("is answered alike for all names at a delayed address, whoever has signed in there", async () => {
    await browserAfter(api, "ada", HERE);
    await failTimes(api, 20, (at) => `guess-${at}`, HERE);
    await attempt(api, "guess-20", HERE);
    const answers = await Promise.all(
      ["ada", "ben", "nobody"].map(async (name) => {
        const { status, headers } = await attempt(api, name, HERE);
        return [status, headers.get("retry-after")];
      }),
    );
    expect(answers).toEqual(Array(3).fill([429, "5"]));
  });

  it("is held back in a known browser by failures of the pair itself", async () => {
    const browser = await browserAfter(api, "ada", HERE);
    await failTimes(api, 5, () => "ada", HERE);
    const { status } = await attempt(api, "ada", HERE, RIGHT, browser);
    expect(status).toBe(429);
  });

  it("knows a browser for 30 days, and the last ten users of it", async () => {
    for (let at = 0; at < 10; at++) {
      await api.addUser({
        accessLevel: "region",
        ids: [11],
        username: `user-${at}`,
        passwordHash: RIGHT,
      });
    }
    let browser = await browserAfter(api, "ada", HERE);
    for (let at = 0; at < 9; at++) {
      browser = await browserAfter(api, `user-${at}`, HERE, browser);
    }
    const eleven = await browserAfter(api, "user-9", HERE, browser);
    const attackAndSignIn = async (kept: string) => {
      for (let at = 0; at < 21; at++) {
        await failTimes(api, 1, () => "ada", address(100 + at));
      }
      await failTimes(api, 1, () => "ada", HERE);
      return (await attempt(api, "ada", HERE, RIGHT, kept)).status;
    };
    api.advance(30 * DAY_MS - HOUR_MS);
    expect(await attackAndSignIn(eleven)).toBe(429);
    expect(await attackAndSignIn(browser)).toBe(200);
    api.advance(HOUR_MS);
    expect(await attackAndSignIn(browser)).toBe(429);
  });

  it("finds out by an index where an account has signed in", async () => {
    if (dialect === "postgres") return;
    const { rows } = await sql<{ detail: string }>`
      explain query plan select address from audit_events
        where action = 'sign_in' and user_key = ${"ada"}
        and address is not null
        group by address having max(at) > ${"2026"}`.execute(api.deps.store.db);
    expect(rows[0]?.detail).toContain("audit_sign_ins_by_user_key_and_address");
  });

  it("gives two guesses at most to a burst, and the rest does not wait", async () => {
    await failTimes(api, 4, () => "ada", HERE);
    verify.mockClear();
    const burst = await Promise.all(
      Array.from({ length: 20 }, () => attempt(api, "ada", HERE)),
    );
    const statuses = burst.map(({ status }) => status);
    expect(verify.mock.calls.length).toBeLessThanOrEqual(2);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    verify.mockClear();
    const blocked = await Promise.all(
      // More than may wait for a check: those that are delayed do not.
      Array.from({ length: 60 }, () => attempt(api, "ada", HERE)),
    );
    expect(blocked.every(({ status }) => status === 429)).toBe(true);
    expect(verify).not.toHaveBeenCalled();
  });

  it("loses no failure of a burst", async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        attempt(api, "ada", address(100 + at)),
      ),
    );
    const [most] = await api.deps.store.db
      .selectFrom("sign_in_failures")
      .select("failures")
      .orderBy("failures", "desc")
      .execute();
    expect(most?.failures).toBe(20);
  });

  it("shares its counts with every server on the database", async () => {
    const other = openBeside(api);
    for (let at = 0; at < 5; at++) {
      const ask = at % 2 === 0 ? api : other;
      expect((await attempt(ask, "ada", HERE)).status).toBe(401);
    }
    expect((await attempt(other, "ada", HERE, RIGHT)).status).toBe(429);
    expect((await attempt(api, "ada", HERE, RIGHT)).status).toBe(429);
  });
});
