import { spawnSync } from "node:child_process";
import path from "node:path";
import { freePort } from "../../scripts/free-port.mjs";
import {
  CLIENT,
  openTestProvider,
} from "../../server/oidc/testing/test-provider";
import { writeCensus } from "../../tests/pages/support/census";
import { startPortalWith } from "./portal-of-host";

export const NAME = "Velmora Staff";

/** The built portal with the small census and the login of an organisation, which signs everybody in without a question. */
export async function startPortalWithLogin() {
  const port = await freePort();
  const provider = await openTestProvider(`http://127.0.0.1:${port}`);
  const portal = await startPortalWith(
    {
      DEMO: "0",
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT.client_id,
      OIDC_CLIENT_SECRET: CLIENT.client_secret,
      OIDC_NAME: NAME,
    },
    importCensus,
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

function importCensus(dataDir: string): void {
  const folder = path.join(path.dirname(dataDir), "census");
  writeCensus(folder);
  const { status, stderr } = spawnSync(
    process.execPath,
    ["scripts/command.mjs", "import", folder],
    {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: "production",
        DATA_DIR: dataDir,
        DEMO: "0",
      },
      encoding: "utf8",
    },
  );
  if (status !== 0) throw new Error(`the import failed: ${stderr}`);
}
