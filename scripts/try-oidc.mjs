/**
 * `node scripts/try-oidc.mjs`: a directory on this machine that takes any name and any password, to try logins with organisation
 * accounts. Who logs in as `anna@nurses` is in the group `nurses`. It forgets everything at its end. Nothing of it ships.
 */
import Provider from "oidc-provider";

const PORT = Number(process.env.TRY_PORT ?? 3999);
const PORTAL = (process.env.PUBLIC_URL ?? "http://127.0.0.1:3000").replace(
  /\/+$/,
  "",
);
const ISSUER = `http://127.0.0.1:${PORT}`;
const CLIENT = { client_id: "sojourn", client_secret: "a-secret-to-try-it" };

const provider = new Provider(ISSUER, {
  clients: [
    {
      ...CLIENT,
      grant_types: ["authorization_code", "refresh_token"],
      redirect_uris: [`${PORTAL}/oidc/callback`],
      post_logout_redirect_uris: [`${PORTAL}/login`],
    },
  ],
  // Its own way to call refuses this machine.
  fetch: (url, { method, headers, body, signal }) =>
    fetch(url, { method, headers, body, signal, redirect: "manual" }),
  cookies: { keys: ["to try it"] },
  claims: {
    openid: ["sub", "groups", "preferred_username", "name"],
  },
  issueRefreshToken: async () => true,
  findAccount: async (_, accountId) => {
    const [name, ...groups] = accountId.split("@");
    const claims = {
      sub: accountId,
      preferred_username: name,
      name: `${name} of Try`,
      groups,
    };
    return { accountId, claims: async () => claims };
  },
});

provider.listen(PORT, "127.0.0.1", () => {
  process.stdout.write(
    [
      `A directory to try listens at ${ISSUER}. Start Sojourn with`,
      "",
      `    export OIDC_ISSUER=${ISSUER} OIDC_CLIENT_ID=${CLIENT.client_id}`,
      `    export OIDC_CLIENT_SECRET=${CLIENT.client_secret} OIDC_NAME='Try'`,
      "    npm start",
      "",
      "",
    ].join("\n"),
  );
});
