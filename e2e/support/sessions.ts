import { createHash } from "node:crypto";
import path from "node:path";
import { expect, type BrowserContext } from "@playwright/test";
import BetterSqlite from "better-sqlite3";
import { PASSWORD, type Account } from "./accounts";

/** Begins a session of the browser's own without the login page, whose script has run, for a journey that ends it. */
export async function beginSession(
  context: BrowserContext,
  account: Account,
): Promise<void> {
  const origin = `http://127.0.0.1:${process.env.E2E_PORT ?? ""}`;
  const answer = await context.request.post(`${origin}/login`, {
    headers: { origin },
    form: { username: account, password: PASSWORD },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(302);
  await context.addCookies([{ name: "scripts", value: "1", url: origin }]);
}

/** Key of the browser's session in the portal's database: a digest of the id that its cookie holds. */
async function sessionKeyOf(context: BrowserContext): Promise<string> {
  const cookies = await context.cookies();
  const cookie = cookies.find(({ name }) => name === "sojourn");
  if (!cookie) throw new Error("the browser is in no session");
  const [signed = ""] = decodeURIComponent(cookie.value).split(".");
  const id = JSON.parse(Buffer.from(signed, "base64").toString()) as string;
  return createHash("sha256").update(id).digest("hex");
}

/** The data folder of the server that is tried. */
function dataFolder(): string {
  return path.join(process.env.E2E_FOLDER ?? "", "data");
}

/** Changes the portal's database in a data folder beside the server. */
function inPortalDatabase<Result>(
  folder: string,
  work: (database: BetterSqlite.Database) => Result,
): Result {
  const file = path.join(folder, "portal.sqlite");
  const options = { fileMustExist: true, timeout: 5_000 };
  const database = new BetterSqlite(file, options);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** Makes the server believe that the browser's session was last used so long ago. */
async function idleOnServer(
  context: BrowserContext,
  ms: number,
): Promise<void> {
  const key = await sessionKeyOf(context);
  inPortalDatabase(dataFolder(), (database) =>
    database
      .prepare("update portal_sessions set used_at = ? where key = ?")
      .run(Date.now() - ms, key),
  );
}

/** So long nobody does anything: the machine sleeps, and the server hears nothing. */
export async function sleep(
  context: BrowserContext,
  ms: number,
): Promise<void> {
  await idleOnServer(context, ms);
  await context.clock.fastForward(ms);
}
