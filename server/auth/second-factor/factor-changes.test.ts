import { pino } from "pino";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  askForKey,
  askForOwnKey,
  changePassword,
  enterFirstCode,
  makeRecoveryCodes,
  removeFactor,
  setFactor,
} from "~server/auth/service";
import { deriveSecrets } from "~server/secrets";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import { auditedIn, onAccounts, RIGHT } from "../testing/sign-in-attempts";
import { signInByCode } from "./second-step";
import { answerOf, codeAt, factorCalls } from "./testing/factor-calls";

vi.mock("@node-rs/argon2", () => import("~server/testing/argon2-of-tests"));

const MINUTE_MS = 60_000;
const ORIGIN = { address: "192.0.2.1", requestId: "test" };

describe.each(TEST_DIALECTS)("changes of second factors on %s", (dialect) => {
  const api = onAccounts(dialect);
  const calls = factorCalls(api);

  const newKey = async (token: string) =>
    answerOf(await calls.ask(askForOwnKey, {}, token));

  /** Renews the factor of a session, with a present code where there is one. */
  async function renew(token: string, presentCode?: string) {
    const { setUp, key } = await newKey(token);
    const code = codeAt(key, api.deps.clock());
    const typed = { setUp, code, password: RIGHT, presentCode };
    return calls.ask(setFactor, typed, token);
  }

  describe("renewing one", () => {
    it("needs a code of the one in force", async () => {
      const { token, key, codes } = await calls.withFactor("Ada");
      expect((await renew(token, codes[0])).status).toBe(200);
      // The key and the codes of before are good for nothing any more.
      expect((await renew(token, calls.freshCode(key))).status).toBe(403);
      expect((await renew(token, codes[1])).status).toBe(403);
    });

    it("uses no code up where the password is wrong", async () => {
      const { token, codes } = await calls.withFactor("Ada");
      const { setUp, key } = await newKey(token);
      const refused = await calls.ask(
        setFactor,
        {
          setUp,
          code: codeAt(key, api.deps.clock()),
          password: "wrong",
          presentCode: codes[0],
        },
        token,
      );
      expect(refused.status).toBe(403);
      expect((await renew(token, codes[0])).status).toBe(200);
    });
  });

  it("count wrong codes in the session, and do not hold up its owner's login", async () => {
    const { token, key } = await calls.withFactor("Ada");
    const statuses: number[] = [];
    for (let at = 0; at < 3; at++) {
      const removal = { password: RIGHT, presentCode: "000000" };
      statuses.push(
        (await renew(token, "000000")).status,
        (await calls.ask(removeFactor, removal, token)).status,
      );
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
    const made = await calls.ask(
      makeRecoveryCodes,
      { code: codeAt(key, api.deps.clock()) },
      token,
    );
    expect(made.status).toBe(429);
    const { challenge } = await calls.logIn("Ada");
    const code = calls.freshCode(key);
    expect((await calls.enter(challenge, code)).status).toBe(200);
    expect((await renew(token, calls.freshCode(key))).status).toBe(200);
    // What was right has cleared the count: the second wrong one is not delayed.
    for (let wrong = 0; wrong < 2; wrong += 1) {
      expect((await renew(token, "000000")).status).toBe(403);
    }
  });

  it("are tried no oftener by who knows the password, and changes it between", async () => {
    const { token } = await calls.withFactor("Ada");
    const statuses: number[] = [];
    const passwords = [RIGHT, "another one", "a third one"];
    for (const [at, password] of passwords.entries()) {
      for (let wrong = 0; wrong < 2; wrong += 1) {
        const body = { code: "000000" };
        const { status } = await calls.ask(makeRecoveryCodes, body, token);
        statuses.push(status);
      }
      const next = passwords[at + 1];
      if (next === undefined) continue;
      const change = { current: password, wanted: next };
      expect((await calls.ask(changePassword, change, token)).status).toBe(204);
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
  });

  it("do not use a recovery code up where no session begins", async () => {
    const { codes } = await calls.withFactor("Ada");
    const code = codes[0] ?? "";
    const { challenge } = await calls.logIn("Ada");
    const { sessions } = api.deps;
    const broken: typeof sessions = {
      ...sessions,
      start: (userId, how) =>
        sessions.start(userId, {
          ...how,
          async before(trx) {
            await how?.before?.(trx);
            throw new Error("the database is gone");
          },
        }),
    };
    const step = { origin: ORIGIN, log: pino({ enabled: false }) };
    await expect(
      signInByCode(
        { ...api.deps, sessions: broken },
        { challenge, code },
        step,
      ),
    ).rejects.toThrow("the database is gone");
    const { second_factor } = answerOf(await calls.enter(challenge, code));
    expect(second_factor?.recovery_codes_left).toBe(9);
  });

  it("tell the log of a key that this installation's secret does not open", async () => {
    const { key } = await calls.withFactor("Ada");
    const secrets = deriveSecrets("another secret for tests, 32 letters");
    const moved = deriveSecrets("another secret for tests, 32 letters");
    const { challenge } = await calls.logIn("Ada");
    const log = pino({ enabled: false });
    const error = vi.spyOn(log, "error");
    // The challenge is one of the new secret, and the key was sealed with the old one.
    const open = (sealed: string, place: string) =>
      (place.startsWith("key of") ? secrets : api.deps.secrets).factorSeal.open(
        sealed,
        place,
      );
    vi.spyOn(moved.factorSeal, "open").mockImplementation(open);
    await expect(
      signInByCode(
        { ...api.deps, secrets: moved },
        { challenge, code: calls.freshCode(key) },
        { origin: ORIGIN, log },
      ),
    ).rejects.toMatchObject({ status: 403 });
    expect(error).toHaveBeenCalledWith(
      expect.objectContaining({ event: "auth.factor_unreadable" }),
    );
  });

  describe("on the day from which a level needs one", () => {
    beforeEach(async () => {
      await calls.needFrom("2026-06-16");
      api.advance((16 * 60 - 1) * MINUTE_MS);
    });

    async function setUpToLogIn(username: string) {
      const { challenge } = await calls.logIn(username);
      const { setUp, key } = answerOf(
        await calls.ask(askForKey, { challenge }),
      );
      const code = codeAt(key, api.deps.clock());
      const typed = { challenge, setUp, code };
      return answerOf(await calls.ask(enterFirstCode, typed)).tokens;
    }

    it("sessions stop, and do not come back with a factor", async () => {
      const before = await calls.logIn("Ada");
      expect(await calls.statusOf(before.token)).toBe(200);
      api.advance(MINUTE_MS);
      expect(await calls.statusOf(before.token)).toBe(401);
      const own = await setUpToLogIn("Ada");
      expect(await calls.statusOf(own.token)).toBe(200);
      expect(await calls.statusOf(before.token)).toBe(401);
    });

    it("a session that was stopped can still be logged out", async () => {
      const before = await calls.logIn("Ada");
      api.advance(MINUTE_MS);
      expect((await api.logOut(before.token)).status).toBe(204);
      expect((await auditedIn(api)).at(-1)).toMatchObject({
        action: "sign_out",
      });
    });
  });
});
