import { z } from "zod";
import { isLoopbackHost } from "~/domain/hosts/own-hosts";

const NEEDED = [
  "OIDC_ISSUER",
  "OIDC_CLIENT_ID",
  "OIDC_CLIENT_SECRET",
  "OIDC_NAME",
] as const;

/** Have no effect without the others. */
const FURTHER = ["OIDC_SCOPE", "OIDC_GROUPS_CLAIM"] as const;

/** Words of RFC 6749, with one blank between. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/;

const short = (most: number) =>
  z.string().trim().min(1).max(most, `expected at most ${most} characters`);

export const OIDC_SETTINGS = {
  OIDC_ISSUER: z
    .string()
    .refine(
      isIssuer,
      "expected an https address without a query, or an http one on this machine",
    )
    .optional(),
  OIDC_CLIENT_ID: short(300).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_NAME: short(40).optional(),
  /** What is asked for; names of new users, groups and refresh tokens need more of some logins. */
  OIDC_SCOPE: short(300)
    .refine(
      (text) => SCOPE.test(text) && text.split(" ").includes("openid"),
      "expected words with a blank between, openid among them",
    )
    .default("openid"),
  OIDC_GROUPS_CLAIM: short(200).default("groups"),
  /** 1: passwords are for emergency accounts alone. */
  OIDC_ONLY: z.enum(["0", "1"], { message: "expected 0 or 1" }).default("0"),
};

/** What travels to the issuer is secret, so beyond this machine it goes encrypted. */
function isIssuer(text: string): boolean {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return false;
  }
  const isBare = url.search === "" && url.hash === "" && url.username === "";
  const isLocal = url.protocol === "http:" && isLoopbackHost(url.hostname);
  return isBare && (url.protocol === "https:" || isLocal);
}

/** Judges settings together. */
export function oidcSettingsProblems(
  given: Record<string, string | undefined>,
): [name: string, message: string][] {
  const set: string[] = [...NEEDED, ...FURTHER].filter((name) => given[name]);
  if (given.OIDC_ONLY === "1") set.push("OIDC_ONLY");
  if (set.length === 0) return [];
  if (given.API_URL) {
    return set.map((name) => [
      name,
      "cannot be set with API_URL: sign-in belongs to that host",
    ]);
  }
  const problems = NEEDED.filter((name) => !given[name]).map(
    (name): [string, string] => [
      name,
      "is required with the other settings of OIDC",
    ],
  );
  if (isElsewhere(given.OIDC_ISSUER) && !given.PUBLIC_URL) {
    problems.push([
      "PUBLIC_URL",
      "is required with an OIDC_ISSUER on another machine: browsers are sent back to it",
    ]);
  }
  return problems;
}

/** Its users are, too: 127.0.0.1 would be their own machine. */
function isElsewhere(issuer: string | undefined): boolean {
  return (
    issuer !== undefined &&
    URL.canParse(issuer) &&
    !isLoopbackHost(new URL(issuer).hostname)
  );
}
