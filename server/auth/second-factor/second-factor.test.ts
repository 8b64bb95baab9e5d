import { describe, expect, it, vi } from "vitest";
import { getMe } from "~/contract/auth";
import {
  askForKey,
  askForOwnKey,
  endSession,
  enterFirstCode,
  makeRecoveryCodes,
  readOwnSignIn,
  removeFactor,
} from "~server/auth/service";
import { deriveSecrets } from "~server/secrets";
import type { Asking } from "~server/testing/open-test-api";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import {
  actionsIn,
  openBeside,
  onAccounts,
  RIGHT,
} from "../testing/sign-in-attempts";
import { answerOf, codeAt, factorCalls } from "./testing/factor-calls";

vi.mock("@node-rs/argon2", () => import("~server/testing/argon2-of-tests"));

const MINUTE_MS = 60_000;

describe.each(TEST_DIALECTS)("a second factor on %s", (dialect) => {
  const api = onAccounts(dialect);
  const calls = factorCalls(api);

  const ownSignIn = async (token: string) =>
    answerOf(await calls.ask(readOwnSignIn, {}, token));

  /** What the recovery codes are stored as. */
  async function storedTexts(): Promise<string> {
    const { db } = api.deps.store;
    return JSON.stringify([
      await db.selectFrom("second_factors").selectAll().execute(),
      await db.selectFrom("recovery_codes").selectAll().execute(),
    ]);
  }

  describe("that is set up", () => {
    it("ends the user's other sessions", async () => {
      const other = await calls.logIn("Ada");
      await calls.withFactor("Ada");
      expect(await calls.statusOf(other.token)).toBe(401);
    });

    it("keeps neither key nor recovery codes as they are", async () => {
      const { key, codes } = await calls.withFactor("Ada");
      const stored = await storedTexts();
      expect(stored).not.toContain(key);
      for (const code of codes) {
        expect(stored).not.toContain(code);
        expect(stored).not.toContain(code.replaceAll("-", ""));
      }
    });

    it("opens nothing under another secret, and for no other user", async () => {
      const { key } = await calls.withFactor("Ada");
      const { db } = api.deps.store;
      const row = await db
        .selectFrom("second_factors")
        .selectAll()
        .executeTakeFirstOrThrow();
      const place = `key of user ${row.user_id}`;
      const { factorSeal } = api.deps.secrets;
      const other = deriveSecrets("another secret for tests, 32 letters");
      expect(factorSeal.open(row.sealed_key, place)).toBe(key);
      expect(other.factorSeal.open(row.sealed_key, place)).toBeNull();
      expect(factorSeal.open(row.sealed_key, "key of user 99")).toBeNull();
    });

    it("shows the same key again, to its user alone and for half an hour", async () => {
      const ada = await calls.logIn("Ada");
      const ben = await calls.logIn("Ben");
      const ask = async (token: string, input: { setUp?: string }) =>
        answerOf(await calls.ask(askForOwnKey, input, token));
      const first = await ask(ada.token, {});
      const { setUp } = first;
      expect(await ask(ada.token, { setUp })).toEqual(first);
      expect((await ask(ada.token, {})).key).not.toBe(first.key);
      expect((await ask(ben.token, { setUp })).key).not.toBe(first.key);
      for (let at = 0; at < 3; at++) {
        api.advance(10 * MINUTE_MS);
        await api.get(getMe.path, ada.token);
        const { token } = await calls.logIn("Ada");
        const key = (await ask(token, { setUp })).key;
        expect([at, key === first.key]).toEqual([at, at < 2]);
      }
    });
  });

  describe("a code", () => {
    it("counts once, also for another server, and not after a later one", async () => {
      const { key } = await calls.withFactor("Ada");
      const { challenge } = await calls.logIn("Ada");
      const early = calls.freshCode(key);
      api.advance(30_000);
      const code = codeAt(key, api.deps.clock());
      expect((await calls.enter(challenge, code)).status).toBe(200);
      const again = await calls.enter(challenge, code, openBeside(api));
      expect(again.status).toBe(403);
      expect(again.refusal?.body.field).toBe("code");
      expect((await calls.enter(challenge, early)).status).toBe(403);
    });

    it("of two at once wins one, on two servers", async () => {
      const { key, codes } = await calls.withFactor("Ada");
      const beside = openBeside(api);
      const { challenge } = await calls.logIn("Ada");
      for (const code of [calls.freshCode(key), codes[0] ?? ""]) {
        const both = await Promise.all([
          calls.enter(challenge, code),
          calls.enter(challenge, code, beside),
        ]);
        expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
      }
    });

    it("that set the factor up is used", async () => {
      const { token } = await calls.logIn("Ada");
      const { key } = await calls.setUp(token);
      const { challenge } = await calls.logIn("Ada");
      const code = codeAt(key, api.deps.clock());
      expect((await calls.enter(challenge, code)).status).toBe(403);
    });

    it("that is wrong delays the next after four, wherever it comes from, and passwords not", async () => {
      const { key } = await calls.withFactor("Ada");
      const { challenge } = await calls.logIn("Ada");
      const statuses: number[] = [];
      for (let at = 0; at < 6; at++) {
        statuses.push((await calls.enter(challenge, "000000")).status);
      }
      expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
      const right = codeAt(key, new Date(api.deps.clock().getTime() + 30_000));
      const waiting = await calls.enter(challenge, right);
      expect(waiting.status).toBe(429);
      expect(waiting.refusal?.headers["retry-after"]).toBe("5");
      expect((await calls.logIn("Ada")).wanted).toBe("code");
      api.advance(5_000);
      expect((await calls.enter(challenge, right)).status).toBe(200);
      expect(await actionsIn(api)).toContainEqual([
        "sign_in_delayed",
        { kind: "codes of the account", seconds: 5 },
      ]);
      // What was right has cleared the count: the second wrong one is not delayed.
      for (let wrong = 0; wrong < 2; wrong += 1) {
        expect((await calls.enter(challenge, "000000")).status).toBe(403);
      }
    });

    it("is tried no more often by many at once", async () => {
      await calls.withFactor("Ada");
      const { challenge } = await calls.logIn("Ada");
      const statuses = await Promise.all(
        Array.from(
          { length: 12 },
          async (_, at) =>
            (await calls.enter(challenge, `00000${at % 10}`)).status,
        ),
      );
      expect(statuses.filter((status) => status === 403)).toHaveLength(5);
      expect(statuses.filter((status) => status === 429)).toHaveLength(7);
    });
  });

  describe("a recovery code", () => {
    it("of another user, or of before new ones, is none", async () => {
      const ada = await calls.withFactor("Ada");
      const ben = await calls.withFactor("Ben");
      const { challenge } = await calls.logIn("Ada");
      const foreign = await calls.enter(challenge, ben.codes[0] ?? "");
      expect(foreign.status).toBe(403);
      const { token } = answerOf(
        await calls.enter(challenge, calls.freshCode(ada.key)),
      );
      const code = calls.freshCode(ada.key);
      const made = answerOf(
        await calls.ask(makeRecoveryCodes, { code }, token),
      );
      expect(made).toHaveLength(10);
      const again = (await calls.logIn("Ada")).challenge;
      expect((await calls.enter(again, ada.codes[1] ?? "")).status).toBe(403);
      const fresh = await calls.enter(again, made[1] ?? "");
      expect(fresh.status).toBe(200);
    });
  });

  describe("a challenge", () => {
    it("lasts for five minutes", async () => {
      const { key } = await calls.withFactor("Ada");
      const { challenge } = await calls.logIn("Ada");
      api.advance(5 * MINUTE_MS - 1);
      const early = codeAt(key, api.deps.clock());
      api.advance(1);
      expect((await calls.enter(challenge, early)).status).toBe(401);
      const { challenge: next } = await calls.logIn("Ada");
      api.advance(5 * MINUTE_MS - 1);
      const code = codeAt(key, api.deps.clock());
      expect((await calls.enter(next, code)).status).toBe(200);
    });

    it("is refused where it was tampered with, or is none", async () => {
      const { key } = await calls.withFactor("Ada");
      const { challenge } = await calls.logIn("Ada");
      const code = calls.freshCode(key);
      const flipped = Buffer.from(challenge, "base64");
      flipped[20] = (flipped[20] ?? 0) ^ 1;
      for (const one of [
        flipped.toString("base64"),
        challenge.slice(0, -8),
        "x",
        key,
      ]) {
        expect((await calls.enter(one, code)).status).toBe(401);
      }
      expect((await calls.enter(challenge, code)).status).toBe(200);
    });

    it("is its user's: another's code does not open it", async () => {
      const ben = await calls.withFactor("Ben");
      await calls.withFactor("Ada");
      const { challenge } = await calls.logIn("Ada");
      const code = calls.freshCode(ben.key);
      expect((await calls.enter(challenge, code)).status).toBe(403);
    });

    it("is no token, and no other step's", async () => {
      await calls.withFactor("Ada");
      const { challenge } = await calls.logIn("Ada");
      expect(await calls.statusOf(challenge)).toBe(401);
      const tokens = { token: challenge, refresh_token: challenge };
      const renewed = await api.refresh(tokens);
      expect(renewed.status).toBe(401);
      expect((await calls.ask(askForKey, { challenge })).status).toBe(401);
    });

    it("ends with the factor, of which nothing is left", async () => {
      const { key, token } = await calls.withFactor("Ada");
      const { challenge } = await calls.logIn("Ada");
      const removed = await calls.ask(
        removeFactor,
        { password: RIGHT, presentCode: calls.freshCode(key) },
        token,
      );
      expect(removed.status).toBe(204);
      const code = calls.freshCode(key);
      expect((await calls.enter(challenge, code)).status).toBe(401);
      expect(JSON.parse(await storedTexts())).toEqual([[], []]);
    });
  });

  describe("a level that needs one", () => {
    it("of two set-ups at once takes one", async () => {
      await calls.needFrom("2026-06-15");
      const { challenge } = await calls.logIn("Ada");
      const begin = async () =>
        answerOf(await calls.ask(askForKey, { challenge }));
      const [one, other] = [await begin(), await begin()];
      const set = async ({ setUp, key }: typeof one, asking: Asking) => {
        const code = codeAt(key, api.deps.clock());
        const typed = { challenge, setUp, code };
        return (await calls.ask(enterFirstCode, typed, undefined, asking))
          .status;
      };
      const both = [set(one, api), set(other, openBeside(api))];
      expect((await Promise.all(both)).sort()).toEqual([200, 401]);
    });
  });

  describe("the own sign-in", () => {
    it("shows nobody else's sessions and sign-ins, and ends none of them", async () => {
      const { token } = await calls.logIn("Ada");
      const { token: bens } = await calls.logIn("Ben");
      const { sessions, signIns } = await ownSignIn(token);
      expect([sessions.length, signIns.length]).toEqual([1, 1]);
      const session = sessions[0]?.id ?? "";
      expect((await calls.ask(endSession, { session }, bens)).status).toBe(404);
      expect(await calls.statusOf(token)).toBe(200);
    });

    it("shows no session that is idle or over", async () => {
      await calls.logIn("Ada");
      api.advance(15 * MINUTE_MS);
      const { token } = await calls.logIn("Ada");
      expect((await ownSignIn(token)).sessions).toHaveLength(1);
    });
  });
});
