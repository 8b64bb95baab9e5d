import { createCookie } from "@remix-run/node";
import { KNOWN_FOR_MS } from "~/features/users/rules/sign-in-delay";
import { cookieName, cookieOptions } from "./session-storage.server";

/** It says in a text that the host has sealed who has logged in here; it opens nothing (R544). */
const cookie = createCookie(cookieName("sojourn-known"), {
  ...cookieOptions,
  maxAge: KNOWN_FOR_MS / 1000,
});

/** What the host has made of this browser at its last login; undefined where there is nothing. */
export async function knownBrowserOf(
  request: Request,
): Promise<string | undefined> {
  const known: unknown = await cookie.parse(request.headers.get("cookie"));
  return typeof known === "string" && known !== "" ? known : undefined;
}

/** Adds the cookie header that keeps it; a host that makes nothing of browsers leaves what is there. */
export async function keepKnownBrowser(
  headers: Headers,
  known: string | undefined,
): Promise<void> {
  if (known === undefined) return;
  headers.append("Set-Cookie", await cookie.serialize(known));
}
