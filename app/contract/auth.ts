import { z } from "zod";
import { timeCell } from "./cells";
import type { DeepReadonly } from "./deep-readonly";
import { endpoint } from "./endpoint";
import { accessLevel, dayParam, emergencyEntry, id, sqlDatetime } from "./wire";

const factorNews = z.object({
  /** Null if none is required or one is set up. */
  required_from: dayParam.nullable(),
  /** After a recovery code: how many are left. */
  recovery_codes_left: id.optional(),
});

export const sessionTokens = z.object({
  token: z.string().min(1),
  refresh_token: z.string().min(1),
  timeout: sqlDatetime,
  /** Present if either is from a place new to the account. Times are ISO 8601 in UTC. */
  last_sign_in: z
    .object({ at: z.string().datetime(), address: z.string().max(100) })
    .optional()
    .catch(undefined),
  /** Left out by hosts without second factors. */
  second_factor: factorNews.optional().catch(undefined),
  emergency: z
    .object({
      /** This session began with one, where the others use the organisation's login. */
      entered: z.boolean(),
      /** To account managers: uses since their own sign-in before this one, the newest first. */
      entries: z.array(emergencyEntry).max(100),
    })
    .optional()
    .catch(undefined),
});
export type SessionTokens = DeepReadonly<z.output<typeof sessionTokens>>;

/**
 * The password is right, but no session begins yet. The challenge is good for minutes, for this user and a portal in
 * the same process alone.
 */
export const signInChallenge = z.object({
  challenge: z.string().min(1).max(2000),
  wanted: z.enum(["code", "set_up"]),
});
export type SignInChallenge = DeepReadonly<z.output<typeof signInChallenge>>;

/** What the portal reads (R2). A host may write one level id as a bare number, and leave `isnp_only` out. */
export const tokenClaims = z.object({
  levels: z.union([z.array(id), id.transform((one) => [one])]),
  role: accessLevel,
  exp: z.number().int(),
  isnp_only: z.boolean().optional().default(false),
  sub: z.string().optional(),
});
export type TokenClaims = z.infer<typeof tokenClaims>;

/** What a browser keeps of its logins, sealed by its host: the next one sends it along. */
const browser = z.string().min(1).max(2000);

/** Sent after the right password; left out by hosts that do not recognize browsers. */
const ofBrowser = { browser: browser.optional().catch(undefined) };

/**
 * Needs no token; 401 with `error` for wrong credentials. `browser` is what an earlier answer gave this browser, so
 * that others' failures at its address do not delay it (R544).
 */
export const login = endpoint({
  method: "POST",
  path: "/auth/login/",
  body: z.object({
    username: z.string().min(1).max(200),
    password: z.string().min(1).max(1000),
    browser: browser.optional(),
  }),
  bodyType: "form",
  answer: z.union([
    sessionTokens.extend(ofBrowser),
    signInChallenge.extend(ofBrowser),
  ]),
});

/**
 * The answer's refresh token replaces the one in the header `x-refresh-token`. A host that does not rotate may leave
 * `refresh_token` and `timeout` out.
 */
export const refresh = endpoint({
  path: "/auth/refresh/",
  answer: z.object({
    data: sessionTokens.partial({ refresh_token: true, timeout: true }),
  }),
});

export const REFRESH_TOKEN_HEADER = "x-refresh-token";

/** Header that carries the session token on every call but login (R224). */
export const ACCESS_TOKEN_HEADER = "x-access-token";

export const me = z.object({
  name: z.string().min(1),
  username: z.string().min(1),
  access_level: accessLevel,
  access_level_id: z.array(id).min(1),
});
export type Me = DeepReadonly<z.output<typeof me>>;

/** Has `lastUpdated`, so that the first page knows the age of the data. */
export const getMe = endpoint({
  path: "/auth/me/",
  answer: z.object({
    data: me,
    lastUpdated: timeCell.optional(),
  }),
});

/** Answers 204 or any JSON. */
export const logout = endpoint({
  method: "DELETE",
  path: "/auth/logout/",
  answer: z.unknown(),
});
