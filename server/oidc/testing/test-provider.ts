import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { decodeJwt, exportJWK, generateKeyPair, SignJWT, type JWK } from "jose";
import Provider, { type Adapter, type AdapterPayload } from "oidc-provider";

export const CLIENT = {
  client_id: "sojourn",
  client_secret: "a secret between two, 32 letters",
};

type Claims = Record<string, unknown>;

/** Faults of a provider, until a test takes them back. */
const noMischief = () => ({
  isDown: false,
  /** Delays every answer. */
  delayMs: 0,
  /** Replaces the discovery document. */
  discovery: null as string | null,
  /** Changes the claims before they are signed. */
  claims: null as ((claims: Claims) => Claims) | null,
  /** Signs with an unknown key under the right name. */
  isForged: false,
  account: "ada",
  /** Claims of its userinfo endpoint, except who the person is. */
  userinfo: {} as Claims,
  /** Closes its userinfo endpoint. */
  isUserinfoClosed: false,
  givesRefreshTokens: false,
  /** Refuses all its refresh tokens. */
  isLeaving: false,
  /** Its token endpoint answers refresh tokens with this; null answers normally. */
  tokenError: null as string | null,
  isDenied: false,
});
type Mischief = ReturnType<typeof noMischief>;

export type TestProvider = Awaited<ReturnType<typeof openTestProvider>>;

interface SigningKey {
  jwk: JWK;
  privateKey: CryptoKey;
}

/** An OpenID Connect provider on loopback that accepts everybody. `portal` has no final slash. */
export async function openTestProvider(portal: string, port = 0) {
  const mischief = noMischief();
  const asked = new Map<string, number>();
  const server = createServer();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let key = await keyNamed("first");
  const adapter = memoryAdapter();
  let provider = providerWith(issuer, portal, key, { adapter, mischief });

  server.on("request", (request, response) => {
    const path = new URL(request.url ?? "/", issuer).pathname;
    asked.set(path, (asked.get(path) ?? 0) + 1);
    if (mischief.isDown) return void request.socket.destroy();
    setTimeout(() => void answer(path, request, response), mischief.delayMs);
  });

  async function answer(
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (path.startsWith("/interaction/")) {
      const result = mischief.isDenied
        ? { error: "access_denied" }
        : { login: { accountId: mischief.account } };
      return provider.interactionFinished(request, response, result);
    }
    if (mischief.discovery !== null && path.includes(".well-known")) {
      response.setHeader("content-type", "application/json");
      return void response.end(mischief.discovery);
    }
    if (path === "/me" && mischief.isUserinfoClosed) {
      return void response.writeHead(403).end();
    }
    const error = mischief.isLeaving ? "invalid_grant" : mischief.tokenError;
    if (path === "/token" && error !== null) {
      response.writeHead(400, { "content-type": "application/json" });
      return void response.end(JSON.stringify({ error }));
    }
    if (path === "/token") spoil(response);
    await provider.callback()(request, response);
  }

  function spoil(response: ServerResponse): void {
    const end = response.end.bind(response) as (text: string) => ServerResponse;
    response.end = ((text: string) => {
      void spoiled(text).then((changed) => {
        response.setHeader("content-length", Buffer.byteLength(changed));
        end(changed);
      });
      return response;
    }) as typeof response.end;
  }

  async function spoiled(text: string): Promise<string> {
    const body = JSON.parse(text) as { id_token?: string };
    const { claims, isForged } = mischief;
    if (body.id_token === undefined || (!claims && !isForged)) return text;
    const said = decodeJwt(body.id_token);
    const signer = isForged ? await keyNamed("forger") : key;
    body.id_token = await new SignJWT(claims ? claims(said) : said)
      .setProtectedHeader({ alg: "RS256", kid: key.jwk.kid ?? "" })
      .sign(signer.privateKey);
    return JSON.stringify(body);
  }

  return {
    issuer,
    mischief,
    asked,
    async rotate() {
      key = await keyNamed("second");
      provider = providerWith(issuer, portal, key, { adapter, mischief });
    },
    /** Goes a browser's way through the provider; returns the final address. */
    walk: (address: string) => walk(address, portal),
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

const made = new Map<string, Promise<SigningKey>>();

/** Makes each key once, because it takes long. */
function keyNamed(kid: string): Promise<SigningKey> {
  const key = made.get(kid) ?? newKey(kid);
  made.set(kid, key);
  return key;
}

async function newKey(kid: string): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid, alg: "RS256" };
  return { jwk: { ...jwk, use: "sig" }, privateKey };
}

function providerWith(
  issuer: string,
  portal: string,
  { jwk }: SigningKey,
  {
    adapter,
    mischief,
  }: { adapter: ReturnType<typeof memoryAdapter>; mischief: Mischief },
): Provider {
  const provider = new Provider(issuer, {
    adapter,
    clients: [
      {
        ...CLIENT,
        redirect_uris: [`${portal}/oidc/callback`],
        post_logout_redirect_uris: [`${portal}/login`],
        grant_types: ["authorization_code", "refresh_token"],
      },
    ],
    findAccount: async (_, accountId) => ({
      accountId,
      claims: async () => ({ ...mischief.userinfo, sub: accountId }),
    }),
    // They belong to userinfo; the scope openid alone puts them in the token.
    claims: {
      openid: ["sub"],
      profile: [
        ...["groups", "roles", "name", "preferred_username", "email"],
        ...["given_name", "family_name", "_claim_names"],
      ],
    },
    issueRefreshToken: async () => mischief.givesRefreshTokens,
    rotateRefreshToken: true,
    cookies: { keys: ["of a provider for tests alone"] },
    // Its own fetch refuses this machine.
    fetch: (url, options: RequestInit & { dispatcher?: unknown } = {}) => {
      const { dispatcher: _own, ...rest } = options;
      return fetch(url, rest);
    },
    features: {
      devInteractions: { enabled: false },
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    jwks: { keys: [jwk] },
    async loadExistingGrant({ oidc }) {
      const { client, session, provider: own } = oidc;
      const grant = new own.Grant({
        clientId: client?.clientId,
        accountId: session?.accountId,
      });
      grant.addOIDCScope("openid profile");
      await grant.save();
      return grant;
    },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 3_600,
      // It uses the system's clock, and tests advance ours.
      IdToken: 86_400,
      Interaction: 600,
      RefreshToken: 14 * 86_400,
      Session: 3_600,
    },
  });
  return provider;
}

/** It outlives a provider with another key. */
function memoryAdapter() {
  const stored = new Map<string, AdapterPayload>();
  return (kind: string): Adapter => ({
    upsert: async (id, payload) => void stored.set(kind + id, payload),
    find: async (id) => stored.get(kind + id),
    findByUid: async (uid) =>
      [...stored.values()].find((payload) => payload.uid === uid),
    findByUserCode: async () => undefined,
    async consume(id) {
      const payload = stored.get(kind + id);
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    },
    destroy: async (id) => void stored.delete(kind + id),
    async revokeByGrantId(grantId) {
      for (const [key, payload] of stored) {
        if (payload.grantId === grantId) stored.delete(key);
      }
    },
  });
}

const MOST_STEPS = 10;

async function walk(address: string, portal: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let next = address;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if (next.startsWith(portal)) return new URL(next);
    const response = await fetch(next, {
      redirect: "manual",
      headers: {
        cookie: [...cookies]
          .map(([name, value]) => `${name}=${value}`)
          .join("; "),
      },
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const location = response.headers.get("location");
    if (!location) {
      throw new Error(
        `the provider answers ${response.status}: ${await response.text()}`,
      );
    }
    next = new URL(location, next).href;
  }
  throw new Error("the provider leads nowhere");
}
