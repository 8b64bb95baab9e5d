import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../../scripts/free-port.mjs";
import { PASSWORD } from "../support/accounts";
import { whileRunning } from "./running";

const STARTS_WITHIN_MS = 180_000;

export interface User {
  username: string;
  password: string;
}

/** The built portal on a demo organisation of its own. */
export interface Portal {
  port: number;
  /** Where its data are. */
  dataFolder: string;
  /** A user of the company for one journey alone, made as the account manager makes users. */
  makeUser(): Promise<User>;
  stop(): Promise<void>;
}

async function untilReady(child: ChildProcess, port: number): Promise<void> {
  const until = Date.now() + STARTS_WITHIN_MS;
  while (Date.now() < until && child.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/readiness`).catch(
      () => null,
    );
    if (answer?.ok) return;
    await wait(100);
  }
  throw new Error("the portal did not start");
}

/** Posts a form as a browser would; the session goes along in the cookie. */
function post(
  origin: string,
  to: string,
  cookie: string,
  fields: Record<string, string>,
): Promise<Response> {
  return fetch(`${origin}${to}`, {
    method: "POST",
    redirect: "manual",
    headers: { origin, cookie },
    body: new URLSearchParams(fields),
  });
}

async function addUser(origin: string, user: User): Promise<void> {
  const login = await post(origin, "/login", "", {
    username: "demo-accounts",
    password: PASSWORD,
  });
  const cookie = login.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const page = await fetch(`${origin}/users/add`, { headers: { cookie } });
  const field = /<input[^>]*name="csrf"[^>]*>/.exec(await page.text())?.[0];
  const added = await post(origin, "/users/add", cookie, {
    csrf: /value="([^"]+)"/.exec(field ?? "")?.[1] ?? "",
    username: user.username,
    firstname: "Own",
    lastname: "User",
    accessLevel: "company",
    password: user.password,
    confirmPassword: user.password,
  });
  if (added.status !== 303) {
    throw new Error(`no user could be made: ${added.status}`);
  }
}

export async function startPortal(): Promise<Portal> {
  const port = await freePort();
  const folder = mkdtempSync(path.join(tmpdir(), "sojourn-clients-"));
  const data = path.join(folder, "data");
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(port),
      DATA_DIR: data,
    },
  });
  const ended = new Promise((done) => child.once("close", done));
  let made = 0;
  const stop = whileRunning(async () => {
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  try {
    await untilReady(child, port);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    port,
    dataFolder: data,
    stop,
    async makeUser() {
      made += 1;
      const user = { username: `own-${made}`, password: "Own-User-2026" };
      await addUser(`http://127.0.0.1:${port}`, user);
      return user;
    },
  };
}
