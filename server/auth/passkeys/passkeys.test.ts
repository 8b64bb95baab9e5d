import { beforeEach, describe, expect, it, vi } from "vitest";
import type { z } from "zod";
import {
  addPasskey,
  askForNewPasskey,
  askForPasskey,
  readOwnSignIn,
  removeFactor,
  removePasskey,
} from "~server/auth/service";
import { resetSecondFactor } from "~server/users/service";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import { answerOf } from "../second-factor/testing/factor-calls";
import {
  actionsIn,
  openBeside,
  onAccounts,
  RIGHT,
} from "../testing/sign-in-attempts";
import { honest, PARTY, passkeyCalls } from "./testing/passkey-calls";
import { SoftwareAuthenticator } from "./testing/software-authenticator";

vi.mock("@node-rs/argon2", () => import("~server/testing/argon2-of-tests"));

const MINUTE_MS = 60_000;

describe.each(TEST_DIALECTS)("passkeys on %s", (dialect) => {
  const api = onAccounts(dialect);
  const calls = passkeyCalls(api);
  beforeEach(() => {
    api.deps.relyingParty = PARTY;
  });

  const listed = async (token: string) =>
    answerOf(await calls.ask(readOwnSignIn, {}, token)).passkeys;

  const why = () => api.logged.at(-2)?.why ?? api.logged.at(-1)?.why;

  describe("in the second step", () => {
    it("are named to an authenticator with the domain of the portal", async () => {
      const { authenticator } = await calls.withPasskey("Ada");
      const { challenge } = await calls.logIn("Ada");
      expect(await calls.askToUse(challenge)).toEqual({
        attempt: expect.any(String),
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        rp_id: PARTY.id,
        origin: PARTY.origin,
        credentials: [{ id: authenticator.id, transports: ["internal"] }],
      });
      api.deps.relyingParty = null;
      const { status } = await calls.ask(askForPasskey, { challenge });
      expect(status).toBe(204);
    });

    const LIES: [what: string, lie: object, told: RegExp][] = [
      ["another origin", { origin: "https://evil.example" }, /origin/],
      ["another domain", { rpId: "evil.example" }, /RP ID/],
      ["another challenge", { challenge: "AAAA" }, /challenge/],
      ["another purpose", { type: "webauthn.create" }, /type/],
      ["nobody present", { flags: 0 }, /present/i],
    ];
    it.each(LIES)("count not, with %s", async (_, lie, told) => {
      const { authenticator } = await calls.withPasskey("Ada");
      const signed = await calls.signedBy("Ada", authenticator, lie);
      const response = await calls.send(signed);
      expect([response.status, response.refusal?.body]).toMatchObject([
        403,
        { field: "passkey" },
      ]);
      expect(why()).toMatch(told);
      expect((await actionsIn(api)).at(-1)).toEqual([
        "sign_in_failed",
        { reason: "passkey" },
      ]);
    });

    it("count not with a signature of another key, or of other words", async () => {
      const { authenticator } = await calls.withPasskey("Ada");
      const { challenge } = await calls.logIn("Ada");
      const question = await calls.askToUse(challenge);
      const { attempt } = question;
      const right = authenticator.sign(honest(question));
      const { signature } = new SoftwareAuthenticator().sign(honest(question));
      const other = { ...right, signature };
      const short = { ...right, signature: "AA" };
      const garbage = { ...right, client_data: "AA", authenticator_data: "AA" };
      for (const passkey of [other, short, garbage]) {
        const response = await calls.send({ challenge, attempt, passkey });
        expect(response.status).toBe(403);
      }
      const sent = { challenge, attempt, passkey: right };
      expect((await calls.send(sent)).status).toBe(200);
    });

    it("count once", async () => {
      const { authenticator } = await calls.withPasskey("Ada");
      const answer = await calls.signedBy("Ada", authenticator);
      expect((await calls.send(answer)).status).toBe(200);
      expect((await calls.send(answer, openBeside(api))).status).toBe(403);
      expect(why()).toMatch(/was answered/);
      const { challenge } = await calls.logIn("Ada");
      expect((await calls.send({ ...answer, challenge })).status).toBe(403);
    });

    it("of two answers at once one counts, on two servers", async () => {
      const { authenticator } = await calls.withPasskey("Ada");
      const answer = await calls.signedBy("Ada", authenticator);
      const both = await Promise.all([
        calls.send(answer),
        calls.send(answer, openBeside(api)),
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
    });

    it("count not after a later question was answered", async () => {
      const { authenticator } = await calls.withPasskey("Ada");
      const early = await calls.signedBy("Ada", authenticator);
      api.advance(1);
      const late = await calls.signedBy("Ada", authenticator);
      expect((await calls.send(late)).status).toBe(200);
      expect((await calls.send(early)).status).toBe(403);
    });

    it("are those of the user whose password was right", async () => {
      const { authenticator } = await calls.withPasskey("Ada");
      const ben = await calls.withPasskey("Ben");
      const foreign = await calls.signedBy("Ben", authenticator);
      expect((await calls.send(foreign)).status).toBe(403);
      expect(why()).toMatch(/no such passkey/);
      // Nor is a question of one user another's.
      const ada = await calls.signedBy("Ada", authenticator);
      const own = await calls.signedBy("Ben", ben.authenticator);
      const mixed = { ...own, attempt: ada.attempt };
      expect((await calls.send(mixed)).status).toBe(403);
      expect(why()).toMatch(/question is over/);
    });

    it("count not after five minutes, nor with what is no question", async () => {
      const { authenticator } = await calls.withPasskey("Ada");
      const old = await calls.signedBy("Ada", authenticator);
      api.advance(5 * MINUTE_MS);
      expect((await calls.send(old)).status).toBe(401);
      const { challenge } = await calls.logIn("Ada");
      expect((await calls.send({ ...old, challenge })).status).toBe(403);
      const fresh = await calls.signedBy("Ada", authenticator);
      const forged = { ...fresh, attempt: "forged" };
      expect((await calls.send(forged)).status).toBe(403);
      expect((await calls.send(fresh)).status).toBe(200);
    });

    it("count not where the counter has not gone up: somebody has copied the key", async () => {
      const { authenticator } = await calls.withPasskey("Ada", 5);
      const signIn = async () => {
        api.advance(1);
        return calls.send(await calls.signedBy("Ada", authenticator));
      };
      expect((await signIn()).status).toBe(200);
      authenticator.counter -= 1;
      expect((await signIn()).status).toBe(403);
      expect(why()).toMatch(/counter/);
      expect((await signIn()).status).toBe(200);
    });

    it("delay the next attempt with wrong codes, and a right one clears them", async () => {
      const { authenticator } = await calls.withPasskey("Ada");
      const answer = await calls.signedBy("Ada", authenticator);
      const wrong = { ...answer, attempt: "forged" };
      const { challenge } = answer;
      const statuses = [];
      for (let at = 0; at < 3; at++) {
        statuses.push((await calls.send(wrong)).status);
        statuses.push((await calls.enter(challenge, "000000")).status);
      }
      expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
      // It is not looked at, so that it is not used up.
      expect((await calls.send(answer)).status).toBe(429);
      api.advance(5_000);
      expect((await calls.send(answer)).status).toBe(200);
      const again = await calls.signedBy("Ada", authenticator);
      const late = { ...again, attempt: "forged" };
      expect((await calls.send(late)).status).toBe(403);
    });
  });

  describe("of one's own", () => {
    it("are nobody's without a second factor, and none where the portal has no domain", async () => {
      const { token } = await calls.logIn("Ben");
      const ask = async (as: string) =>
        (await calls.ask(askForNewPasskey, {}, as)).status;
      expect(await ask(token)).toBe(404);
      const ada = await calls.withFactor("Ada");
      api.deps.relyingParty = null;
      expect(await ask(ada.token)).toBe(204);
    });

    it("are not added by a lie, which uses no code up", async () => {
      const { token, key } = await calls.withFactor("Ada");
      const made = new SoftwareAuthenticator();
      const code = calls.freshCode(key);
      const lies = [
        { origin: "https://evil.example" },
        { rpId: "evil.example" },
        { challenge: "AAAA" },
        { type: "webauthn.get" },
        { flags: 0 },
        { format: "packed" },
      ] as const;
      for (const lie of lies) {
        const refused = await calls.add(token, code, made, {}, lie);
        expect([lie, refused.status]).toEqual([lie, 400]);
      }
      const question = await calls.askToMake(token);
      const passkey = { ...made.make(honest(question)), id: "AAAA" };
      const { attempt } = question;
      const renamed = await calls.add(token, code, made, { attempt, passkey });
      expect(renamed.status).toBe(400);
      expect((await calls.add(token, code, made)).status).toBe(204);
    });

    it("can be added for half an hour after the question", async () => {
      const { token, key } = await calls.withFactor("Ada");
      const made = new SoftwareAuthenticator();
      const { attempt, challenge: asked } = await calls.askToMake(token);
      const answer = {
        attempt,
        passkey: made.make(honest({ challenge: asked })),
      };
      api.advance(28 * MINUTE_MS);
      const addAnew = async (code: string) => {
        const { challenge } = await calls.logIn("Ada");
        const begun = await calls.enter(challenge, calls.freshCode(key));
        const { token: own } = answerOf(begun);
        return (await calls.add(own, code, made, answer)).status;
      };
      expect(await addAnew("000000")).toBe(403);
      expect(await addAnew("000000")).toBe(409);
    });

    it("are not added by another's question, or twice", async () => {
      const { token, key } = await calls.withFactor("Ada");
      const ben = await calls.withFactor("Ben");
      const made = new SoftwareAuthenticator();
      const old = await calls.askToMake(token);
      const passkey = made.make(honest(old));
      const asked = { attempt: old.attempt, passkey };
      const foreign = await calls.add(ben.token, "000000", made, asked);
      expect(foreign.status).toBe(409);
      const add = async () =>
        (await calls.add(token, calls.freshCode(key), made)).status;
      expect(await add()).toBe(204);
      const { exclude } = await calls.askToMake(token);
      expect(exclude.map(({ id }) => id)).toEqual([made.id]);
      expect(await add()).toBe(409);
      const others = calls.freshCode(ben.key);
      expect((await calls.add(ben.token, others, made)).status).toBe(409);
    });

    it("are ten at most", async () => {
      const { token, key } = await calls.withFactor("Ada");
      const add = async () =>
        (await calls.add(token, calls.freshCode(key))).status;
      for (let at = 0; at < 9; at++) expect(await add()).toBe(204);
      // Another page has one made, while there is room.
      const question = await calls.askToMake(token);
      expect(await add()).toBe(204);
      const eleventh = {
        attempt: question.attempt,
        passkey: new SoftwareAuthenticator().make(honest(question)),
        name: "My key",
        password: RIGHT,
        presentCode: calls.freshCode(key),
      };
      const ofTen = {
        error: "You have ten passkeys. Remove one before you add another.",
        field: "passkey",
      };
      for (const { status, refusal } of [
        await calls.ask(addPasskey, eleventh, token),
        await calls.ask(askForNewPasskey, {}, token),
      ]) {
        expect([status, refusal?.body]).toMatchObject([400, ofTen]);
      }
    });

    it("are removed one by one by the same proof, and count no more", async () => {
      const { token, key, authenticator } = await calls.withPasskey("Ada");
      const other = new SoftwareAuthenticator();
      await calls.add(token, calls.freshCode(key), other);
      const answer = await calls.signedBy("Ada", authenticator);
      const there = await listed(token);
      const passkey = there?.at(-1)?.id ?? "";
      const remove = (asked: Partial<z.input<typeof removePasskey.input>>) =>
        calls.ask(
          removePasskey,
          { passkey, password: RIGHT, presentCode: "000000", ...asked },
          token,
        );
      expect((await remove({})).status).toBe(403);
      expect((await remove({ passkey: "none" })).status).toBe(404);
      const code = calls.freshCode(key);
      const removed = await remove({ presentCode: code });
      expect(removed.status).toBe(204);
      expect(await listed(token)).toHaveLength(1);
      expect((await actionsIn(api)).at(-1)).toEqual(["remove_passkey", {}]);
      expect((await calls.send(answer)).status).toBe(403);
      const kept = await calls.signedBy("Ada", other);
      expect((await calls.send(kept)).status).toBe(200);
    });
  });

  describe("beside codes", () => {
    const remove = (token: string, code: string) =>
      calls.ask(removeFactor, { password: RIGHT, presentCode: code }, token);

    async function stored(): Promise<number> {
      const { db } = api.deps.store;
      return (await db.selectFrom("passkeys").select("user_id").execute())
        .length;
    }

    it("a renewed factor keeps its passkeys", async () => {
      const { token, codes, authenticator } = await calls.withPasskey("Ada");
      await calls.setUp(token, codes[0]);
      const answer = await calls.signedBy("Ada", authenticator);
      expect((await calls.send(answer)).status).toBe(200);
    });

    it("a removed factor takes its passkeys with it, and no other user's", async () => {
      const { token, key, authenticator } = await calls.withPasskey("Ada");
      await calls.withPasskey("Ben");
      const answer = await calls.signedBy("Ada", authenticator);
      expect((await remove(token, calls.freshCode(key))).status).toBe(204);
      expect(await stored()).toBe(1);
      expect((await calls.send(answer)).status).toBe(401);
      // A new factor begins without any.
      const { token: own } = await calls.logIn("Ada");
      await calls.setUp(own);
      const { challenge } = await calls.logIn("Ada");
      const asked = await calls.ask(askForPasskey, { challenge });
      expect(asked.status).toBe(204);
    });

    it("an account manager's reset takes them, and a deleted user", async () => {
      await calls.withPasskey("Ada");
      await calls.withPasskey("Ben");
      const { db } = api.deps.store;
      const { token } = await api.signIn({ accessLevel: "account_manager" });
      const ada = { id: await api.idOf("Ada") };
      const { status } = await calls.ask(resetSecondFactor, ada, token);
      expect([status, await stored()]).toEqual([204, 1]);
      await db
        .deleteFrom("users")
        .where("id", "=", await api.idOf("Ben"))
        .execute();
      expect(await stored()).toBe(0);
    });
  });
});
