import * as argon2 from "@node-rs/argon2";
import BetterSqlite from "better-sqlite3";
import { describe, expect, it, vi } from "vitest";
import { DEMO_PASSWORD } from "~/features/users/rules/password-rules";
import { createApi } from "~server/api";
import { createApiDeps } from "~server/data-server";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import {
  address,
  attempt,
  auditedIn,
  failTimes,
  onAccounts,
  RIGHT,
} from "./testing/sign-in-attempts";

vi.mock("@node-rs/argon2", () => import("~server/testing/argon2-of-tests"));

const DAY_MS = 24 * 3_600_000;
const HERE = address(1);
const ELSEWHERE = address(2);
const SOON_MS = 10_000;

const verify = vi.mocked(argon2.verify);

describe.each(TEST_DIALECTS)("an attempt to sign in on %s", (dialect) => {
  const api = onAccounts(dialect);

  const signIn = (username: string, from: string) =>
    attempt(api, username, from, RIGHT);

  it("is answered alike for unknown and known users, step by step, at the same cost", async () => {
    const course = async (username: string, from: string) => {
      const answers = [];
      for (let at = 0; at < 9; at++) {
        verify.mockClear();
        const answer = await readAnswer(await attempt(api, username, from));
        answers.push({ ...answer, checks: verify.mock.calls.length });
        if (at >= 6) api.advance(20_000);
      }
      return answers;
    };
    const known = await course("ada", HERE);
    api.advance(DAY_MS);
    expect(await course("nobody", ELSEWHERE)).toEqual(known);
    expect(known.map(({ checks }) => checks)).toEqual([
      1, 1, 1, 1, 1, 0, 0, 1, 1,
    ]);
  });

  it("leaves nothing of what was typed, and no rows that count no more", async () => {
    const rows = () =>
      api.deps.store.db.selectFrom("sign_in_failures").selectAll().execute();
    for (let at = 0; at < 60; at++) {
      await attempt(api, `canary-${at}`, address(at));
    }
    expect(await rows()).toHaveLength(180);
    expect(JSON.stringify(await rows())).not.toMatch(/canary|192\.0\.2/);
    api.advance(DAY_MS - 1);
    await attempt(api, "ada", HERE);
    expect((await rows()).length).toBeGreaterThan(180);
    api.advance(1);
    await attempt(api, "ada", HERE);
    await attempt(api, "ada", HERE);
    expect(await rows()).toHaveLength(3);
  });

  it("is recorded, with the delays that begin, and never what was typed", async () => {
    await failTimes(api, 1, () => "canary", HERE);
    await failTimes(api, 6, () => "ada", HERE);
    api.advance(10_000);
    await signIn("ada", HERE);
    const ada = { username: "Ada", address: HERE };
    const failed = {
      ...ada,
      action: "sign_in_failed",
      details: { reason: "password" },
    };
    const delayed = (seconds: number) => ({
      ...ada,
      action: "sign_in_delayed",
      details: { kind: "account and address", seconds },
    });
    expect(await auditedIn(api)).toEqual([
      {
        ...failed,
        username: null,
        details: { reason: "username" },
      },
      ...Array(5).fill(failed),
      delayed(5),
      failed,
      delayed(10),
      { ...ada, action: "sign_in", details: { how: "password" } },
    ]);
    expect(JSON.stringify(api.logged)).not.toContain("canary");
  });

  it("is nobody's where it brings the delay of an address", async () => {
    await failTimes(api, 20, (at) => `guess-${at}`, HERE);
    await attempt(api, "ada", HERE);
    const delays = (await auditedIn(api)).filter(
      ({ action }) => action === "sign_in_delayed",
    );
    expect(delays).toEqual([
      {
        action: "sign_in_delayed",
        username: null,
        address: HERE,
        details: { kind: "address", seconds: 5 },
      },
    ]);
  });

  it("with the demo password is refused as a wrong one but on demos", async () => {
    await api.addUser({
      accessLevel: "company",
      username: "demo-company",
      passwordHash: DEMO_PASSWORD,
    });
    const real = createApi(
      createApiDeps({ ...api.deps, allowsDemoPassword: false }),
    );
    const ask = {
      fetch: async (path: string, init?: RequestInit) =>
        real.fetch(new Request(new URL(path, "http://api.test"), init)),
    };
    const answer = await readAnswer(
      await attempt(ask, "demo-company", HERE, DEMO_PASSWORD),
    );
    expect(answer).toEqual(
      await readAnswer(await attempt(ask, "demo-company", HERE)),
    );
    expect(answer.status).toBe(401);
    expect(verify).toHaveBeenCalledTimes(2);
    expect(
      (await attempt(api, "demo-company", HERE, DEMO_PASSWORD)).status,
    ).toBe(200);
  });

  it("is answered with the same 503, right or wrong, while the database cannot be written to", async () => {
    const busy = vi
      .spyOn(api.deps.store.db, "transaction")
      .mockImplementation(() => {
        throw new BetterSqlite.SqliteError("database is locked", "SQLITE_BUSY");
      });
    const wrong = await readAnswer(await attempt(api, "ada", HERE));
    const right = await readAnswer(await signIn("ada", HERE));
    expect(right).toEqual(wrong);
    expect([right.status, right.headers["retry-after"]]).toEqual([503, "5"]);
    busy.mockRestore();
    expect((await signIn("ada", HERE)).status).toBe(200);
  });

  it.each([
    ["account", () => "ada", (at: number) => address(100 + at)],
    ["address", (at: number) => `guess-${at}`, () => HERE],
  ])(
    "is not turned away by one %s in a loop elsewhere",
    async (_, usernameOf, addressOf) => {
      let release = (_isRight: boolean) => {};
      const held = new Promise<boolean>((resolve) => (release = resolve));
      verify.mockReturnValue(held);
      // Each asks for it as it begins to wait for its turn, and nobody gives up.
      const waits = vi
        .spyOn(AbortSignal, "timeout")
        .mockImplementation(() => new AbortController().signal);
      const waiting = (count: number) =>
        vi.waitFor(() => expect(waits).toHaveBeenCalledTimes(count), SOON_MS);
      const loop = Array.from({ length: 22 }, (__, at) =>
        signIn(usernameOf(at), addressOf(at)),
      );
      await waiting(22);
      const ben = signIn("ben", ELSEWHERE);
      await waiting(23);
      waits.mockRestore();
      release(true);
      expect((await ben).status).toBe(200);
      const ends = (await Promise.all(loop)).map(({ status }) => status);
      expect(ends.filter((status) => status === 503)).toHaveLength(1);
    },
  );

  it("begins no session where the password is changed while it is checked", async () => {
    verify.mockImplementationOnce(async () => {
      await api.deps.store.db
        .updateTable("users")
        .set({ password_hash: "another" })
        .where("username_key", "=", "ada")
        .execute();
      return true;
    });
    expect((await signIn("ada", HERE)).status).toBe(401);
    verify.mockImplementationOnce(async () => {
      await api.deps.store.db.deleteFrom("users").execute();
      return true;
    });
    expect((await signIn("ben", HERE)).status).toBe(401);
    const sessions = await api.deps.store.db
      .selectFrom("sessions")
      .selectAll()
      .execute();
    expect(sessions).toEqual([]);
  });
});

/** Everything that a client can tell answers apart by, but for the id of the request. */
async function readAnswer(response: Response) {
  const headers = Object.fromEntries(response.headers);
  delete headers["x-request-id"];
  return { status: response.status, headers, body: await response.text() };
}
