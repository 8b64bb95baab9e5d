import {
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  jwtVerify,
  type JWTPayload,
  type RemoteJWKSet,
} from "jose";
import type { Clock } from "~server/clock/clock";
import { callProvider } from "./provider-call";
import { failureOf, ProviderFailure } from "./provider-failure";

/** A token is for one delivery: what takes longer on its way was kept back. */
const TOKEN_LASTS_S = 300;
const MAX_ID_LENGTH = 500;
const EVENT = "http://schemas.openid.net/event/backchannel-logout";
/** A token of another kind says so, and is not to be taken for this one (RFC 8725). */
const TYPES: readonly unknown[] = [undefined, "jwt", "logout+jwt"];
/** Only who has the provider's key can have made these; the rest of the names are `none` and shared secrets. */
const SIGNED_BY_KEY = /^(?:[RP]S(?:256|384|512)|ES(?:256|384|512)|EdDSA)$/;

/** Whose sessions have ended at the organisation's login. */
export interface Logout {
  /** In one spelling, as that of a person. */
  issuer: string;
  /** The person; null where the session alone is named, so not both. */
  subject: string | null;
  /** The session there (`sid`); null for all of the person. */
  providerSession: string | null;
  /** Names the token (`jti`). */
  id: string;
  /** From then on the token passes no more. */
  until: Date;
}

/** What the provider says of itself. */
interface Described {
  issuer: string;
  jwks_uri?: string | undefined;
  id_token_signing_alg_values_supported?: string[] | undefined;
}

interface Reading {
  /** As it is set, in any spelling. */
  issuer: string;
  clientId: string;
  clock: Clock;
  toleranceS: number;
  /** Throws where the provider cannot be reached. */
  describe: () => Promise<Described>;
}

/**
 * Reads logout tokens, checked as OpenID Connect Back-Channel Logout 1.0 has it (2.6), but for their single use. What throws is a
 * {@link ProviderFailure}.
 */
export function logoutReader({
  issuer,
  clientId,
  clock,
  toleranceS,
  describe,
}: Reading): (token: string) => Promise<Logout> {
  let known: { address: string; keys: RemoteJWKSet } | null = null;

  function keysAt(address: string): RemoteJWKSet {
    if (known?.address !== address) {
      known = { address, keys: remoteKeys(address) };
    }
    return known.keys;
  }

  async function read(token: string): Promise<Logout> {
    // Anybody may send anything here: what is not meant for us asks nobody for anything.
    requireKind(token, issuer);
    const provider = await describe();
    const { payload } = await jwtVerify(
      token,
      keysAt(provider.jwks_uri ?? ""),
      {
        algorithms: algorithmsOf(provider),
        issuer: provider.issuer,
        audience: clientId,
        currentDate: clock(),
        clockTolerance: toleranceS,
        maxTokenAge: TOKEN_LASTS_S,
        requiredClaims: ["jti"],
      },
    );
    const lastsMs = (TOKEN_LASTS_S + toleranceS) * 1000;
    return {
      ...meaningOf(payload),
      issuer: new URL(provider.issuer).href,
      until: new Date((payload.iat ?? 0) * 1000 + lastsMs),
    };
  }

  return async (token) => {
    try {
      return await read(token);
    } catch (error) {
      if (isWithoutKeys(error)) throw new ProviderFailure("away", "no-keys");
      throw failureOf(error);
    }
  };
}

/** Keys that are not known are asked for twice a minute at most, whoever names them. */
function remoteKeys(address: string): RemoteJWKSet {
  return createRemoteJWKSet(new URL(address), {
    [customFetch]: (url) =>
      callProvider(url, {
        method: "GET",
        headers: { accept: "application/json" },
        body: undefined,
        redirect: "manual",
      }),
  });
}

function requireKind(token: string, issuer: string): void {
  requireType(token);
  const { iss } = decodeJwt(token);
  if (typeof iss !== "string" || !URL.canParse(iss)) throw refused("issuer");
  if (new URL(iss).href !== new URL(issuer).href) throw refused("issuer");
}

function requireType(token: string): void {
  const { typ } = decodeProtectedHeader(token);
  const name =
    typeof typ === "string"
      ? typ.toLowerCase().replace(/^application\//, "")
      : typ;
  if (!TYPES.includes(name)) throw refused("type");
}

/** Those of ID tokens (OpenID Connect Discovery 1.0). */
function algorithmsOf({
  id_token_signing_alg_values_supported: named = ["RS256"],
}: Described): string[] {
  return named.filter((name) => SIGNED_BY_KEY.test(name));
}

function meaningOf(
  payload: JWTPayload,
): Pick<Logout, "subject" | "providerSession" | "id"> {
  const { events, sub, sid, jti } = payload;
  if ("nonce" in payload) throw refused("nonce");
  if (!isObject(events) || !Object.hasOwn(events, EVENT)) {
    throw refused("event");
  }
  if (!isObject(events[EVENT])) throw refused("event");
  if (!isName(jti)) throw refused("jti");
  const isNamed = [sub, sid].every((one) => one === undefined || isName(one));
  if (!isNamed || (sub === undefined && sid === undefined)) {
    throw refused("nobody");
  }
  return {
    subject: sub ?? null,
    providerSession: typeof sid === "string" ? sid : null,
    id: jti,
  };
}

function isName(value: unknown): value is string {
  return (
    typeof value === "string" && value !== "" && value.length <= MAX_ID_LENGTH
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function refused(code: string): ProviderFailure {
  return new ProviderFailure("not-trusted", `logout-${code}`);
}

/** The keys came, but not as keys: that is the provider's fault, and the token may be good. */
function isWithoutKeys(error: unknown): boolean {
  return (
    error instanceof errors.JWKSInvalid ||
    (error instanceof errors.JOSEError && error.code === "ERR_JOSE_GENERIC")
  );
}
