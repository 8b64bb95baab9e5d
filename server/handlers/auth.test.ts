import { hash } from "@node-rs/argon2";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { getMe, sessionTokens } from "~/contract/auth";
import { openTestApi } from "~server/testing/open-test-api";
import { openedForEach } from "~server/testing/opened";

/** Processes and password hashes take seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });

const PASSWORD = "pass & word=1";

describe("the auth calls", () => {
  const api = openedForEach(() => openTestApi());
  beforeEach(async () => {
    await api.addUser({
      accessLevel: "region",
      ids: [11, 12],
      username: "Ada.Reed",
      passwordHash: await hash(PASSWORD, { memoryCost: 1024, timeCost: 1 }),
    });
  });

  const login = (fields: Record<string, string>, path = "/auth/login/") =>
    api.fetch(path, { method: "POST", body: new URLSearchParams(fields) });

  it("sign in whatever the case of the username, with and without a last slash", async () => {
    for (const username of ["Ada.Reed", "ada.reed", " ADA.REED"]) {
      const response = await login({ username, password: PASSWORD });
      expect(response.status).toBe(200);
    }
    const response = await login(
      { username: "ada.reed", password: PASSWORD },
      "/auth/login",
    );
    const { token } = sessionTokens.parse(await response.json());
    const me = await (await api.get("/auth/me", token)).json();
    expect(getMe.answer.parse(me).data).toEqual({
      name: "First Last",
      username: "Ada.Reed",
      access_level: "region",
      access_level_id: [11, 12],
    });
  });

  it("never log who tried to sign in", async () => {
    await login({ username: "canary-name", password: "canary-word" });
    expect(api.logged.length).toBeGreaterThan(0);
    expect(JSON.stringify(api.logged)).not.toContain("canary");
  });
});
