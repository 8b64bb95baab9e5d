import * as client from "openid-client";
import type { Settings } from "~/contract/settings";
import type { SaidGroups } from "~/features/sign-in/rules/organisation-account/rights-by-groups";
import type { Clock } from "~server/clock/clock";
import { openDiscovery } from "./discovery";
import { callProvider } from "./provider-call";
import { failureOf, ProviderFailure } from "./provider-failure";

type Tokens = client.TokenEndpointResponse &
  client.TokenEndpointResponseHelpers;

/** Clocks of servers that are kept by NTP differ by less. */
const CLOCK_TOLERANCE_S = 60;
/** With keys of this age the library asks for them again where a token names one that is not among them. */
const KEYS_MAY_BE_OLD_S = 60;
/** What the contract has room for. */
const LONGEST_LEAVE_AT = 32_000;

/** What a sign-in on its way is remembered by: it proves that the answer is to our question. */
export interface Asked {
  state: string;
  nonce: string;
  verifier: string;
}

/** A directory has thousands of groups, and one person is in hundreds at most. */
const MOST_GROUPS = 2_000;
const LONGEST_GROUP = 300;
const LONGEST_TEXT = 200;

/** What a provider says of a person beside who they are. */
interface PersonFacts {
  groups: SaidGroups;
  /** Null where it is not said. */
  username: string | null;
  firstname: string | null;
  lastname: string | null;
}

/** Reads claims, which may be anything; `groupsClaim` is the one that names groups. */
function readFacts(
  claims: Readonly<Record<string, unknown>>,
  groupsClaim: string,
): PersonFacts {
  const [first, rest] = parted(textOf(claims, "name"));
  return {
    groups: readGroups(claims, groupsClaim),
    username: textOf(claims, "preferred_username") ?? textOf(claims, "email"),
    firstname: textOf(claims, "given_name") ?? first,
    lastname: textOf(claims, "family_name") ?? rest,
  };
}

function readGroups(
  claims: Readonly<Record<string, unknown>>,
  name: string,
): SaidGroups {
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

/** Entra ID leaves groups out of a token where there are more than it holds, and says that it did. */
function isOverage(
  claims: Readonly<Record<string, unknown>>,
  name: string,
): boolean {
  const elsewhere = claims._claim_names;
  const isElsewhere =
    typeof elsewhere === "object" &&
    elsewhere !== null &&
    Object.hasOwn(elsewhere, name);
  return isElsewhere || claims.hasgroups === true;
}

function textOf(
  claims: Readonly<Record<string, unknown>>,
  name: string,
): string | null {
  const said = Object.hasOwn(claims, name) ? claims[name] : null;
  if (typeof said !== "string") return null;
  const text = said.trim().slice(0, LONGEST_TEXT);
  return text === "" ? null : text;
}

/** First names, and the last one. */
function parted(name: string | null): [string | null, string | null] {
  const at = name?.lastIndexOf(" ") ?? -1;
  return name === null || at < 0
    ? [name, null]
    : [name.slice(0, at).trim(), name.slice(at + 1)];
}

/** Somebody whom the provider has let in. */
export interface Person extends PersonFacts {
  /** In one spelling, as {@link Provider} has it: accounts are found by it. */
  issuer: string;
  /** Names them at that issuer, for good. */
  subject: string;
  /** Where the browser logs out there too; null where the provider has no such address. */
  leaveAt: string | null;
  /** Why the provider's page of claims could not be read, which may say of groups what the token does not; null where it could. */
  factsFailure: ProviderFailure | null;
  /** By which the provider is asked again whether all of this still holds; null where it gives none. */
  refreshToken: string | null;
}

/** What a provider says of a session that goes on. */
export interface Renewed {
  /** The refresh token to ask by from now on. */
  refreshToken: string;
  /** Why nothing more is known, though the provider took the token; null where it is. */
  failure: ProviderFailure | null;
  groups: PersonFacts["groups"];
}

/** The organisation's login, an OpenID Connect provider. */
export interface Provider {
  /** In one spelling, whether or not the setting ends with a slash. */
  issuer: string;
  /**
   * Where a browser signs in, and what the answer is judged by; `again` has the provider ask who it is, whoever it knows.
   * Throws a {@link ProviderFailure}.
   */
  ask(again: boolean): Promise<{ address: string; asked: Asked }>;
  /**
   * Who signed in, by the query that the browser came back with. With `isOfGroups` the provider is asked for their groups where
   * its token says nothing of them. Throws a {@link ProviderFailure}.
   */
  answerTo(asked: Asked, query: string, isOfGroups: boolean): Promise<Person>;
  /**
   * What has become of somebody since. The refresh token counts once: what comes back takes its place. Throws a
   * {@link ProviderFailure}: `over` or `denied` where the provider lets them in no more.
   */
  renew(
    refreshToken: string,
    subject: string,
    isOfGroups: boolean,
  ): Promise<Renewed>;
}

/** Null where the organisation's login is not set up. */
export function configuredProvider(
  settings: Settings,
  clock: Clock,
): Provider | null {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = settings;
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET) return null;
  return openProvider(
    {
      issuer: OIDC_ISSUER,
      clientId: OIDC_CLIENT_ID,
      clientSecret: OIDC_CLIENT_SECRET,
      portal: settings.PUBLIC_URL,
      scope: settings.OIDC_SCOPE,
      groupsClaim: settings.OIDC_GROUPS_CLAIM,
    },
    clock,
  );
}

interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Address of the portal, without a slash at its end. */
  portal: string;
  /** What is asked for, `openid` among it. */
  scope: string;
  /** The claim that names groups. */
  groupsClaim: string;
}

export function openProvider(
  {
    issuer,
    clientId,
    clientSecret,
    portal,
    scope,
    groupsClaim,
  }: ProviderSettings,
  clock: Clock,
): Provider {
  const redirectUri = `${portal}/oidc/callback`;
  const isPlain = issuer.startsWith("http:");
  const discovery = openDiscovery({ issuer, clientId, clock });
  const { isEndpoint } = discovery;
  let keys: client.ExportedJWKSCache | null = null;

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

  /** One for each sign-in: it holds how far our clock is from the system's, and how old the keys may be. */
  async function configure(): Promise<client.Configuration> {
    const config = new client.Configuration(
      await discovery.now(),
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
    // Without it the library checks no signature of a token that comes from the provider itself.
    client.enableNonRepudiationChecks(config);
    if (keys) {
      const uat = Math.floor(Date.now() / 1000) - KEYS_MAY_BE_OLD_S;
      client.setJwksCache(config, { ...keys, uat: Math.min(keys.uat, uat) });
    }
    return config;
  }

  /** What a token says, or else the provider's own page of claims about its holder. */
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
    issuer: new URL(issuer).href,
    async ask(again) {
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
    async answerTo({ state, nonce, verifier }, query, isOfGroups) {
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
    async renew(refreshToken, subject, isOfGroups) {
      // A token counts once: the next one is kept whatever fails after it.
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
        return { groups: "not said", refreshToken: next, failure };
      }
    },
  };
}

/** Null where a provider leaves the one that there is. */
async function refreshTokenIn(response: Response): Promise<string | null> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const isObject = typeof body === "object" && body !== null;
  const token = isObject && "refresh_token" in body && body.refresh_token;
  return typeof token === "string" && token !== "" ? token : null;
}

/** As the provider says that it takes the secret; one that says nothing takes it in the header (OpenID Connect Discovery 1.0). */
function authenticate(secret: string): client.ClientAuth {
  const inHeader = client.ClientSecretBasic(secret);
  const inBody = client.ClientSecretPost(secret);
  return (as, ...more) => {
    const ways = as.token_endpoint_auth_methods_supported;
    const isHeader = !ways || ways.includes("client_secret_basic");
    return (isHeader ? inHeader : inBody)(as, ...more);
  };
}
