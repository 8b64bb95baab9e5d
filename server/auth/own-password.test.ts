import * as argon2 from "@node-rs/argon2";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { getMe } from "~/contract/auth";
import { DEMO_PASSWORD } from "~/features/users/rules/password-rules";
import { userWords } from "~/features/users/rules/words";
import { openDoors } from "~server/api";
import { createApiDeps } from "~server/data-server";
import { askingOf, type Asking } from "~server/testing/open-test-api";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import {
  address,
  attempt,
  auditedIn,
  onAccounts,
  RIGHT,
} from "./testing/sign-in-attempts";
import { changePassword } from "./service";

vi.mock("@node-rs/argon2", () => import("~server/testing/argon2-of-tests"));

const verify = vi.mocked(argon2.verify);
const HERE = address(1);
const WANTED = "another one";

describe.each(TEST_DIALECTS)("the own password on %s", (dialect) => {
  const api = onAccounts(dialect);
  let token: string;
  beforeEach(async () => {
    token = await signIn("ada");
  });

  async function signIn(username: string, password = RIGHT): Promise<string> {
    const response = await attempt(api, username, HERE, password);
    expect(response.status).toBe(200);
    return ((await response.json()) as { token: string }).token;
  }

  const change = (
    current: string,
    wanted = WANTED,
    as = token,
    asking: Asking = api,
  ) => asking.ask(as, changePassword, { current, wanted }, HERE);

  const statusOf = async (session: string) =>
    (await api.get(getMe.path, session)).status;

  it("ends the other sessions of that user, and of nobody else", async () => {
    const other = await signIn("ada");
    const ben = await signIn("ben");
    await change(RIGHT);
    expect(await statusOf(token)).toBe(200);
    expect(await statusOf(other)).toBe(401);
    expect(await statusOf(ben)).toBe(200);
  });

  it.each(["short", "I am Ada 1", RIGHT])(
    "may not become %j, which is told before any check",
    async (wanted) => {
      verify.mockClear();
      expect((await change(RIGHT, wanted)).status).toBe(400);
      expect(verify).not.toHaveBeenCalled();
      await signIn("ada");
    },
  );

  it("may not become the demo password on a real installation", async () => {
    const deps = createApiDeps({ ...api.deps, allowsDemoPassword: false });
    const real = askingOf(openDoors(deps));
    const response = await change(RIGHT, DEMO_PASSWORD, token, real);
    expect(response.status).toBe(400);
    expect(response.refusal?.body).toMatchObject({
      error: userWords.passwordOfDemo,
      field: "password",
    });
    expect((await change(RIGHT, DEMO_PASSWORD)).status).toBe(204);
  });

  it("cannot be guessed with a stolen session: after five wrong ones even the right one waits", async () => {
    for (let at = 0; at < 5; at++) {
      expect((await change("wrong")).status).toBe(403);
    }
    verify.mockClear();
    const response = await change(RIGHT);
    expect(response.status).toBe(429);
    expect(response.refusal?.headers["retry-after"]).toBe("5");
    expect(verify).not.toHaveBeenCalled();
    // The user's own next session has nothing against it.
    expect((await change("wrong", WANTED, await signIn("ada"))).status).toBe(
      403,
    );
    api.advance(5000);
    expect((await change(RIGHT)).status).toBe(204);
  });

  it("is not changed by two at once", async () => {
    const statuses = (
      await Promise.all([
        change(RIGHT, "first one"),
        change(RIGHT, "second one"),
      ])
    ).map(({ status }) => status);
    expect(statuses.sort()).toEqual([204, 403]);
  });

  it("is recorded when it changes and when the current one is wrong", async () => {
    for (let at = 0; at < 5; at++) await change("wrong");
    api.advance(5000);
    await change(RIGHT);
    const ada = { username: "Ada", address: HERE };
    expect((await auditedIn(api)).slice(1)).toEqual([
      ...Array(5).fill({
        ...ada,
        action: "sign_in_failed",
        details: { reason: "current_password" },
      }),
      {
        ...ada,
        action: "sign_in_delayed",
        details: { kind: "session", seconds: 5 },
      },
      { ...ada, action: "change_own_password", details: {} },
    ]);
  });
});
