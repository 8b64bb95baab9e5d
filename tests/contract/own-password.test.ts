import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getMe, postOwnPassword } from "~/contract/auth";
import { PASSWORD } from "./census.data";
import { expectRefusal, HostClient } from "./host-client";
import { openHost } from "./host";

const NOW = new Date("2026-07-01T16:00:00Z");
const WANTED = "Another-2026";

describe("the own password", () => {
  let client: HostClient;
  beforeAll(async () => {
    client = new HostClient(await openHost(() => NOW));
  }, 60_000);
  afterAll(() => client.host.close());

  const change = (token: string | null, body: unknown) =>
    client.askWith(token, postOwnPassword, postOwnPassword.path, body);

  test("is changed with the current one, which ends the other sessions", async () => {
    const username = "physician";
    const { token } = await client.signIn(username);
    const other = await client.signIn(username);
    const body = { current_password: PASSWORD, password: WANTED };
    expect([200, 204]).toContain((await change(token, body)).status);

    const statusOf = async (one: string) =>
      (await client.askWith(one, getMe, getMe.path)).status;
    expect(await statusOf(token)).toBe(200);
    expect(await statusOf(other.token)).toBe(401);
    await client.signIn(username, WANTED);
    await expectRefusal(
      await client.logIn({ username, password: PASSWORD }),
      401,
    );
  });

  test("is not changed with a wrong one, without a session, or to what may be none", async () => {
    const { token } = await client.signIn("region");
    const good = { current_password: PASSWORD, password: WANTED };
    const wrong = await change(token, { ...good, current_password: "wrong" });
    expect(await wrong.clone().json()).toMatchObject({
      code: "wrong_password",
      field: "current_password",
    });
    await expectRefusal(wrong, 403);
    for (const bad of [
      {},
      [],
      null,
      "text",
      { ...good, password: "short" },
      { ...good, password: PASSWORD },
      { current_password: "", password: WANTED },
    ]) {
      await expectRefusal(await change(token, bad), 400);
    }
    await expectRefusal(await change(null, good), 401);
    await client.signIn("region");
  });
});
