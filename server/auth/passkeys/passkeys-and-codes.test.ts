import * as argon2 from "@node-rs/argon2";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { askForPasskey, removeFactor } from "~server/auth/service";
import type { TestApi } from "~server/testing/open-test-api";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import { resetSecondFactor } from "~server/users/service";
import {
  comparePlain,
  openWithAccounts,
  RIGHT,
} from "../testing/sign-in-attempts";
import { PARTY, passkeyCalls } from "./testing/passkey-calls";

vi.mock("@node-rs/argon2", () => import("~server/testing/argon2-of-tests"));

describe.each(TEST_DIALECTS)("passkeys and codes on %s", (dialect) => {
  let api: TestApi;
  let calls: ReturnType<typeof passkeyCalls>;
  beforeEach(async () => {
    vi.mocked(argon2.verify).mockImplementation((stored, password) =>
      comparePlain(String(stored), String(password)),
    );
    api = await openWithAccounts(dialect);
    api.deps.relyingParty = PARTY;
    calls = passkeyCalls(api);
  });
  afterEach(() => api.close());

  const remove = (token: string, code: string) =>
    calls.ask(removeFactor, { password: RIGHT, presentCode: code }, token);

  async function stored(): Promise<number> {
    const { db } = api.deps.store;
    return (await db.selectFrom("passkeys").select("user_id").execute()).length;
  }

  it("a code is a way in where there is a passkey too", async () => {
    const { key } = await calls.withPasskey("Ada");
    const { challenge } = await calls.logIn("Ada");
    const response = await calls.enter(challenge, calls.freshCode(key));
    expect(response.status).toBe(200);
  });

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
    const idOf = async (name: string) =>
      (
        await db
          .selectFrom("users")
          .where("username", "=", name)
          .select("id")
          .executeTakeFirstOrThrow()
      ).id;
    const { token } = await api.signIn({ accessLevel: "account_manager" });
    const ada = { id: await idOf("Ada") };
    const { status } = await calls.ask(resetSecondFactor, ada, token);
    expect([status, await stored()]).toEqual([204, 1]);
    await db
      .deleteFrom("users")
      .where("id", "=", await idOf("Ben"))
      .execute();
    expect(await stored()).toBe(0);
  });
});
