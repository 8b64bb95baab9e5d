import { spawnSync } from "node:child_process";
import path from "node:path";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { getMe, login, sessionTokens } from "~/contract/auth";
import { parseSettings } from "~/contract/settings";
import { openDataServer, type DataServer } from "~server/data-server";
import { compiledFile } from "~server/testing/child-process";
import {
  createThrowAwaySchema,
  TEST_DIALECTS,
} from "~server/testing/open-test-store";
import { makeTemporaryFolder } from "~server/testing/temporary-folder";

/** Processes and password hashes take seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const ADA = ["--username", "Ada", "--firstname", "Ada", "--lastname", "Reed"];
const PASSWORD = "long enough";

describe.each(TEST_DIALECTS)("npm run create-user on %s", (dialect) => {
  let env: Record<string, string>;
  let server: DataServer;
  let drop: () => Promise<void> | void;

  beforeEach(async () => {
    const { folder, remove } = makeTemporaryFolder();
    env = { DATA_DIR: path.join(folder, "data"), DEMO: "0" };
    drop = remove;
    if (dialect === "postgres") {
      const schema = await createThrowAwaySchema();
      env.DATABASE_URL = schema.databaseUrl;
      drop = async () => {
        await schema.drop();
        remove();
      };
    }
    const { settings, problems } = parseSettings(env);
    if (!settings) throw new Error(problems.join("\n"));
    server = await openDataServer({ settings, log: pino({ enabled: false }) });
  });
  afterEach(async () => {
    await server.close();
    await drop();
  });

  /** The command as a process of its own, beside the server that owns the folder. */
  function run(args: string[], input = "", more: Record<string, string> = {}) {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [compiledFile("server/users-command/command.ts"), ...args],
      {
        input,
        encoding: "utf8",
        env: {
          NODE_ENV: "test",
          PATH: path.dirname(process.execPath),
          ...env,
          ...more,
        },
      },
    );
    return { status, stdout, stderr };
  }

  const call = (target: string, init?: RequestInit) =>
    server.fetch(new Request(`http://data-server.invalid${target}`, init));

  async function signIn(password: string, username = "ada"): Promise<Response> {
    const body = new URLSearchParams({ username, password });
    return call(login.path, { method: "POST", body });
  }

  /** Starts the server again, with more settings, and returns of what its log warns. */
  async function warningsOfStart(more: Record<string, string>) {
    await server.close();
    const { settings, problems } = parseSettings({ ...env, ...more });
    if (!settings) throw new Error(problems.join("\n"));
    const events: unknown[] = [];
    const write = (line: string) =>
      void events.push((JSON.parse(line) as { event: unknown }).event);
    const log = pino({ level: "warn" }, { write });
    server = await openDataServer({ settings, log });
    return events;
  }

  const tokenOf = async (response: Response) =>
    sessionTokens.parse(await response.json()).token;

  const whoIs = (token: string) =>
    call(getMe.path, { headers: { "x-access-token": token } });

  const trail = () =>
    server.store.db
      .selectFrom("audit_events")
      .where("user_id", "is", null)
      .select(["action", "username", "target_username", "details"])
      .orderBy("id")
      .execute();

  it("makes the first account manager beside a running server, with the password of standard input, and later another one", async () => {
    const made = run(ADA, `${PASSWORD}\n`);
    expect(made).toMatchObject({ status: 0, stderr: "" });
    expect(made.stdout).toMatch(/^Created Ada \(Account manager\) in .+\.\n$/);
    expect(made.stdout).not.toContain(PASSWORD);
    const token = await tokenOf(await signIn(PASSWORD));
    const me = await whoIs(token);
    expect(getMe.answer.parse(await me.json()).data).toEqual({
      name: "Ada Reed",
      username: "Ada",
      access_level: "account_manager",
      access_level_id: [0],
    });

    const again = run(["--username", "ADA", ...ADA.slice(2)], PASSWORD);
    expect(again).toEqual({
      status: 1,
      stdout: "",
      stderr: "This username is taken.\nNothing was stored.\n",
    });
    const details = {
      via: "command",
      access_level: "account_manager",
      access_level_id: "0",
      isnp_only: false,
    };
    expect(await trail()).toEqual([
      {
        action: "create_user",
        username: null,
        target_username: "Ada",
        details: JSON.stringify(details),
      },
    ]);

    // Then a new password, which ends the session.
    const given = run(["--new-password", "--username", "ADA", "--generate"]);
    expect(given).toMatchObject({ status: 0, stderr: "" });
    const [, generated = ""] =
      /^The password, shown only once: (\S{20})$/m.exec(given.stdout) ?? [];
    expect((await whoIs(token)).status).toBe(401);
    expect((await signIn(PASSWORD)).status).toBe(401);
    expect((await signIn(generated)).status).toBe(200);
    expect((await trail()).at(-1)).toEqual({
      action: "change_user",
      username: null,
      target_username: "Ada",
      details: JSON.stringify({ via: "command", password: "changed" }),
    });
  });

  it("makes an emergency account, which the log of a start without one asks for", async () => {
    const closed = {
      OIDC_ISSUER: "http://127.0.0.1:1",
      OIDC_CLIENT_ID: "sojourn",
      OIDC_CLIENT_SECRET: "a secret",
      OIDC_NAME: "Velmora Staff",
      OIDC_ONLY: "1",
    };
    expect(await warningsOfStart(closed)).toEqual([
      "oidc.no_emergency_account",
    ]);
    expect(await warningsOfStart({})).toEqual([]);
    expect(run(ADA, PASSWORD).status).toBe(0);
    const other = ["--username", "Safe", ...ADA.slice(2), "--emergency"];
    expect(run(other, PASSWORD)).toMatchObject({ status: 0, stderr: "" });
    expect((await trail()).at(-1)).toEqual({
      action: "mark_emergency_account",
      username: null,
      target_username: "Safe",
      details: JSON.stringify({ via: "command" }),
    });
    expect(await warningsOfStart(closed)).toEqual([]);
    expect((await signIn(PASSWORD)).status).toBe(401);
    expect((await signIn(PASSWORD, "Safe")).status).toBe(200);
  });

  it("keeps rights here that groups have given, once there is a password", async () => {
    run(ADA, PASSWORD);
    const { db } = server.store;
    const { id } = await db
      .selectFrom("users")
      .select("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("organisation_accounts")
      .values({
        issuer: "https://login.example/",
        subject: "ada",
        user_id: id,
        linked_at: "2026-06-15T12:00:00.000Z",
        by_groups: 1,
      })
      .execute();
    const args = ["--new-password", "--username", "Ada"];
    expect(run(args, PASSWORD)).toMatchObject({ status: 0, stderr: "" });
    const account = await db
      .selectFrom("organisation_accounts")
      .select("by_groups")
      .executeTakeFirstOrThrow();
    expect(account.by_groups).toBe(0);
    expect((await trail()).at(-1)?.details).toContain(
      '"rights_by_groups":"ended"',
    );
  });

  it("stores nothing of what may not be", async () => {
    const level = [...ADA, "--level", "facility", "--ids", "77"];
    expect(run(level, PASSWORD).stderr).toBe(
      "There is no facility 77.\nNothing was stored.\n",
    );
    expect(run(["--new-password", "--username", "Bo"]).stderr).toBe(
      "No user has that username.\nNothing was stored.\n",
    );
    expect(run([...ADA, "--password", PASSWORD]).stderr).toMatch(/^Usage: /);
    const elsewhere = run(ADA, PASSWORD, {
      API_URL: "https://api.example",
      SESSION_SECRET: "s".repeat(32),
    });
    expect(elsewhere).toMatchObject({ status: 1 });
    expect(elsewhere.stderr).toMatch(
      /^The API host of API_URL keeps the users\./,
    );
    const users = await server.store.db
      .selectFrom("users")
      .selectAll()
      .execute();
    expect(users).toEqual([]);
  });
});
