import * as client from "openid-client";
import { z } from "zod";
import type { Settings } from "~/contract/settings";
import type { SaidGroups } from "~/features/sign-in/rules/organisation-account/rights-by-groups";
import type { Clock } from "~server/clock/clock";
import { callProvider } from "./provider-call";
import { failureOf, ProviderFailure } from "./provider-failure";

type Tokens = client.TokenEndpointResponse &
  client.TokenEndpointResponseHelpers;

/** Providers keep old addresses for longer than this. */
const METADATA_LASTS_MS = 3_600_000;
/** NTP keeps clocks closer than this. */
const CLOCK_TOLERANCE_S = 60;
/** The library fetches keys again for an unknown key id once the cached ones are this old. */
const KEYS_MAY_BE_OLD_S = 60;
/** The contract's limit. */
const LONGEST_LEAVE_AT = 32_000;

/** State of a sign-in under way; it proves that the answer belongs to our request. */
export interface SignInState {
  state: string;
  nonce: string;
  verifier: string;
}

type Claims = Readonly<Record<string, unknown>>;

/** A directory has thousands of groups; one person is in hundreds at most. */
const MOST_GROUPS = 2_000;
const LONGEST_GROUP = 300;
const LONGEST_TEXT = 200;

type PersonFacts = ReturnType<typeof readFacts>;

/** Parses untrusted claims, null for what is not given; `groupsClaim` is the claim with the groups. */
function readFacts(claims: Claims, groupsClaim: string) {
  const [first, rest] = splitName(textOf(claims, "name"));
  return {
    groups: readGroups(claims, groupsClaim),
    username: textOf(claims, "preferred_username") ?? textOf(claims, "email"),
    firstname: textOf(claims, "given_name") ?? first,
    lastname: textOf(claims, "family_name") ?? rest,
  };
}

function readGroups(claims: Claims, name: string): SaidGroups {
  if (!Object.hasOwn(claims, name)) {
    return isOverage(claims, name) ? "too many" : "not said";
  }
  const said = claims[name];
  const listed: unknown[] = Array.isArray(said) ? said : [said];
  if (listed.length > MOST_GROUPS) return "too many";
  return listed.filter(
    (one): one is string =>
      typeof one === "string" && one !== "" && one.length <= LONGEST_GROUP,
  );
}

/** Entra ID omits groups that do not fit into a token, and marks the omission. */
function isOverage(claims: Claims, name: string): boolean {
  const elsewhere = claims._claim_names;
  const isElsewhere =
    typeof elsewhere === "object" &&
    elsewhere !== null &&
    Object.hasOwn(elsewhere, name);
  return isElsewhere || claims.hasgroups === true;
}

function textOf(claims: Claims, name: string): string | null {
  const said = Object.hasOwn(claims, name) ? claims[name] : null;
  if (typeof said !== "string") return null;
  const text = said.trim().slice(0, LONGEST_TEXT);
  return text === "" ? null : text;
}

/** First names and last name. */
function splitName(name: string | null): [string | null, string | null] {
  const at = name?.lastIndexOf(" ") ?? -1;
  return name === null || at < 0
    ? [name, null]
    : [name.slice(0, at).trim(), name.slice(at + 1)];
}

export interface Person extends PersonFacts {
  /** Normalised as the provider's: accounts are found by it. */
  issuer: string;
  /** Identifies them at that issuer for good. */
  subject: string;
  leaveAt: string | null;
  /** Why the userinfo endpoint failed, which may have groups that the token lacks; null if it did not. */
  factsFailure: ProviderFailure | null;
  /** Used to ask the provider later whether this still holds; null if it gives none. */
  refreshToken: string | null;
}

export type Provider = ReturnType<typeof openProvider>;

type ProviderSettings = Pick<
  Settings,
  | "OIDC_ISSUER"
  | "OIDC_CLIENT_ID"
  | "OIDC_CLIENT_SECRET"
  | "OIDC_SCOPE"
  | "OIDC_GROUPS_CLAIM"
  | "PUBLIC_URL"
>;

/** Null if the organisation's login is not set up. */
export function configuredProvider(settings: ProviderSettings, clock: Clock) {
  const {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
  } = settings;
  return issuer && clientId && clientSecret
    ? openProvider({ ...settings, issuer, clientId, clientSecret }, clock)
    : null;
}

function openProvider(
  {
    issuer,
    clientId,
    clientSecret,
    PUBLIC_URL: portal,
    OIDC_SCOPE: scope,
    OIDC_GROUPS_CLAIM: groupsClaim,
  }: ProviderSettings & {
    issuer: string;
    clientId: string;
    clientSecret: string;
  },
  clock: Clock,
) {
  const redirectUri = `${portal}/oidc/callback`;
  const isPlain = issuer.startsWith("http:");
  let found: { at: number; metadata: client.ServerMetadata } | null = null;
  let finding: Promise<client.ServerMetadata> | null = null;
  let keys: client.ExportedJWKSCache | null = null;

  /** Checks an address from the metadata, which cannot be trusted. */
  function isEndpoint(address: unknown): address is string {
    if (typeof address !== "string" || !URL.canParse(address)) return false;
    const { protocol } = new URL(address);
    return protocol === "https:" || (isPlain && protocol === "http:");
  }

  async function discover(): Promise<client.ServerMetadata> {
    const config = await client.discovery(
      new URL(issuer),
      clientId,
      undefined,
      client.None(),
      {
        [client.customFetch]: callProvider,
        execute: isPlain ? [client.allowInsecureRequests] : [],
      },
    );
    const metadata = config.serverMetadata();
    // The library accepts a family of issuers for some addresses.
    if (
      !URL.canParse(metadata.issuer) ||
      new URL(metadata.issuer).href !== new URL(issuer).href
    ) {
      throw new ProviderFailure("not-trusted", "other-issuer");
    }
    const { authorization_endpoint, token_endpoint, jwks_uri } = metadata;
    const needed = [authorization_endpoint, token_endpoint, jwks_uri];
    if (!needed.every(isEndpoint)) {
      throw new ProviderFailure("not-trusted", "no-endpoints");
    }
    found = { at: clock().getTime(), metadata };
    return metadata;
  }

  /** Requested once for concurrent sign-ins; a failure is not cached. */
  async function metadataNow(): Promise<client.ServerMetadata> {
    const age = found ? clock().getTime() - found.at : Infinity;
    if (found && age < METADATA_LASTS_MS) return found.metadata;
    finding ??= discover().finally(() => (finding = null));
    return finding;
  }

  function leaveAddress(
    config: client.Configuration,
    idToken: string | undefined,
  ): string | null {
    if (!isEndpoint(config.serverMetadata().end_session_endpoint)) return null;
    const addressWith = (hint: { id_token_hint?: string }) =>
      client.buildEndSessionUrl(config, {
        ...hint,
        post_logout_redirect_uri: `${portal}/login`,
      }).href;
    const hinted = addressWith(idToken ? { id_token_hint: idToken } : {});
    return hinted.length <= LONGEST_LEAVE_AT ? hinted : addressWith({});
  }

  /** Each login needs a new one: it depends on our clock's offset and the age of the keys. */
  async function configure(): Promise<client.Configuration> {
    const config = new client.Configuration(
      await metadataNow(),
      clientId,
      {
        client_secret: clientSecret,
        [client.clockSkew]: Math.round((clock().getTime() - Date.now()) / 1000),
        [client.clockTolerance]: CLOCK_TOLERANCE_S,
      },
      authenticate(clientSecret),
    );
    config[client.customFetch] = callProvider;
    if (isPlain) client.allowInsecureRequests(config);
    // Otherwise the library skips signature checks of tokens that come directly from the provider.
    client.enableNonRepudiationChecks(config);
    if (keys) {
      const uat = Math.floor(Date.now() / 1000) - KEYS_MAY_BE_OLD_S;
      client.setJwksCache(config, { ...keys, uat: Math.min(keys.uat, uat) });
    }
    return config;
  }

  async function factsOf(
    config: client.Configuration,
    tokens: Tokens,
    subject: string,
    isOfGroups: boolean,
  ): Promise<PersonFacts> {
    const used = client.getJwksCache(config);
    if (used) keys = used;
    const facts = readFacts(tokens.claims() ?? {}, groupsClaim);
    const address = config.serverMetadata().userinfo_endpoint;
    const isAsked = isOfGroups && facts.groups === "not said";
    if (!isAsked || !isEndpoint(address)) return facts;
    const { access_token: token } = tokens;
    const more = await client.fetchUserInfo(config, token, subject);
    return readFacts({ ...tokens.claims(), ...more }, groupsClaim);
  }

  return {
    /** Normalised, with or without the setting's final slash. */
    issuer: new URL(issuer).href,
    /**
     * Returns the address where a browser logs in, and the state to check its answer; `again` asks for credentials.
     * Throws a {@link ProviderFailure}.
     */
    async ask(
      again: boolean,
    ): Promise<{ address: string; asked: SignInState }> {
      try {
        const asked = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          verifier: client.randomPKCECodeVerifier(),
        };
        const address = client.buildAuthorizationUrl(await configure(), {
          redirect_uri: redirectUri,
          scope,
          state: asked.state,
          nonce: asked.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(
            asked.verifier,
          ),
          code_challenge_method: "S256",
          ...(again && { prompt: "login" }),
        });
        return { address: address.href, asked };
      } catch (error) {
        throw failureOf(error);
      }
    },
    /**
     * Returns the user for the query that the browser brings back. `isOfGroups` asks for groups that the token lacks.
     * Throws a {@link ProviderFailure}.
     */
    async answerTo(
      { state, nonce, verifier }: SignInState,
      query: string,
      isOfGroups: boolean,
    ): Promise<Person> {
      try {
        const config = await configure();
        const tokens = await client.authorizationCodeGrant(
          config,
          new URL(`${redirectUri}?${query}`),
          {
            expectedState: state,
            expectedNonce: nonce,
            pkceCodeVerifier: verifier,
            idTokenExpected: true,
          },
        );
        const claims = tokens.claims();
        if (!claims) throw new ProviderFailure("not-trusted", "no-claims");
        return {
          issuer: new URL(claims.iss).href,
          subject: claims.sub,
          leaveAt: leaveAddress(config, tokens.id_token),
          refreshToken: tokens.refresh_token ?? null,
          factsFailure: null,
          ...(await factsOf(config, tokens, claims.sub, isOfGroups).catch(
            (error: unknown) => ({
              ...readFacts(claims, groupsClaim),
              factsFailure: failureOf(error),
            }),
          )),
        };
      } catch (error) {
        throw failureOf(error);
      }
    },
    /**
     * Replaces the refresh token, which works once; with a failure, the provider took it but nothing more is known. Throws
     * a {@link ProviderFailure}: `over` or `denied` if access has ended.
     */
    async renew(refreshToken: string, subject: string, isOfGroups: boolean) {
      // A token works once: keep the next one even if a later step fails.
      let next: string | null = null;
      try {
        const config = await configure();
        const { token_endpoint = "" } = config.serverMetadata();
        const tokenAddress = new URL(token_endpoint).href;
        config[client.customFetch] = async (url, options) => {
          const response = await callProvider(url, options);
          if (url === tokenAddress && response.ok) {
            next = (await refreshTokenIn(response)) ?? refreshToken;
          }
          return response;
        };
        const tokens = await client.refreshTokenGrant(config, refreshToken);
        if ((tokens.claims()?.sub ?? subject) !== subject) {
          next = null;
          throw new ProviderFailure("denied", "other-subject");
        }
        const { groups } = await factsOf(config, tokens, subject, isOfGroups);
        const newest = next ?? tokens.refresh_token ?? refreshToken;
        return { groups, refreshToken: newest, failure: null };
      } catch (error) {
        const failure = failureOf(error);
        if (next === null) throw failure;
        const groups: SaidGroups = "not said";
        return { groups, refreshToken: next, failure };
      }
    },
  };
}

const withRefreshToken = z.object({ refresh_token: z.string().min(1) });

/** Null if the provider keeps the current one. */
async function refreshTokenIn(response: Response): Promise<string | null> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return withRefreshToken.safeParse(body).data?.refresh_token ?? null;
}

/** Sends the secret as the provider's metadata asks, by default in the header (OpenID Connect Discovery 1.0). */
function authenticate(secret: string): client.ClientAuth {
  const inHeader = client.ClientSecretBasic(secret);
  const inBody = client.ClientSecretPost(secret);
  return (as, ...more) => {
    const ways = as.token_endpoint_auth_methods_supported;
    const isHeader = !ways || ways.includes("client_secret_basic");
    return (isHeader ? inHeader : inBody)(as, ...more);
  };
}
