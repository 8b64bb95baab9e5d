import { spawnSync } from "node:child_process";
import path from "node:path";
import { freePort } from "../../scripts/free-port.mjs";
import {
  CLIENT,
  openTestProvider,
} from "../../server/oidc/testing/test-provider";
import { PASSWORD, writeCensus } from "../../tests/pages/support/census";
import { startPortalWith } from "./portal-of-host";

export const NAME = "Velmora Staff";

/** An account manager who is an emergency account, where only the organisation's login is for the others. */
export const SAFE = "safe";

/**
 * The built portal with the small census and the login of an organisation, which signs everybody in without a question.
 * `oidcOnly`: passwords are for {@link SAFE} alone, whose password is that of the census.
 */
export async function startPortalWithLogin({ oidcOnly = false } = {}) {
  const port = await freePort();
  const provider = await openTestProvider(`http://127.0.0.1:${port}`);
  const portal = await startPortalWith(
    {
      DEMO: "0",
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT.client_id,
      OIDC_CLIENT_SECRET: CLIENT.client_secret,
      OIDC_NAME: NAME,
      OIDC_SCOPE: "openid profile",
      OIDC_ONLY: oidcOnly ? "1" : "0",
    },
    (dataDir) => {
      importCensus(dataDir);
      if (oidcOnly) createSafe(dataDir);
    },
    port,
  );
  return {
    origin: portal.origin,
    provider,
    async stop() {
      await portal.stop();
      await provider.close();
    },
  };
}

/** Imports the small census, with `changed` files in place of its own. */
export function importCensus(
  dataDir: string,
  changed: Record<string, string> = {},
): void {
  const folder = path.join(path.dirname(dataDir), "census");
  writeCensus(folder, changed);
  runCommand(dataDir, ["import", folder]);
}

function createSafe(dataDir: string): void {
  const names = [
    "--username",
    SAFE,
    "--firstname",
    "Safe",
    "--lastname",
    "Key",
  ];
  runCommand(dataDir, ["create-user", ...names, "--emergency"], PASSWORD);
}

function runCommand(dataDir: string, args: string[], input = ""): void {
  const { status, stderr } = spawnSync(
    process.execPath,
    ["scripts/command.mjs", ...args],
    {
      input,
      env: {
        PATH: process.env.PATH,
        NODE_ENV: "production",
        DATA_DIR: dataDir,
        DEMO: "0",
      },
      encoding: "utf8",
    },
  );
  if (status !== 0) throw new Error(`${args.join(" ")} failed: ${stderr}`);
}
