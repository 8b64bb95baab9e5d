import { createHash } from "node:crypto";
import { utimesSync } from "node:fs";
import path from "node:path";
import type { BrowserContext } from "@playwright/test";

/** File of the browser's session: named by a digest of the id that its cookie holds. */
export async function sessionFileOf(context: BrowserContext): Promise<string> {
  const cookies = await context.cookies();
  const cookie = cookies.find(({ name }) => name === "sojourn");
  if (!cookie) throw new Error("the browser is in no session");
  const [signed = ""] = decodeURIComponent(cookie.value).split(".");
  const id = JSON.parse(Buffer.from(signed, "base64").toString()) as string;
  const file = createHash("sha256").update(id).digest("hex");
  return path.join(process.env.E2E_FOLDER ?? "", "data", "sessions", file);
}

/** Makes the server believe that the browser's session was last used so long ago. */
export async function idleOnServer(
  context: BrowserContext,
  ms: number,
): Promise<void> {
  const then = (Date.now() - ms) / 1000;
  utimesSync(await sessionFileOf(context), then, then);
}

/** So long nobody does anything: the machine sleeps, and the server hears nothing. */
export async function sleep(
  context: BrowserContext,
  ms: number,
): Promise<void> {
  await idleOnServer(context, ms);
  await context.clock.fastForward(ms);
}
