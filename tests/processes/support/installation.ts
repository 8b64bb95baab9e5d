import { randomBytes } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { importCensus } from "~server/imports/import-census";
import { NO_PROGRESS } from "~server/command-line/progress";
import { openStore, type Store } from "~server/store/open-store";
import { createThrowAwaySchema } from "~server/testing/open-test-store";
import { makeTemporaryFolder } from "~server/testing/temporary-folder";
import { PASSWORD, writeCensus } from "../../pages/support/census";
import { startPortalProcess, type PortalProcess } from "./portal-process";
import { startRelay, type Relay } from "./relay";

/** Two portals, each with its own data server, on one PostgreSQL, which has their sessions too. */
export interface Installation {
  portals: [PortalProcess, PortalProcess];
  /** The database as the test sees it, also while the portals do not. */
  store: Store;
  /** The portals' way to the database, and its address there. */
  relay: Relay;
  databaseUrl: string;
  /** Brings the small census in, with `changed` files in place of its own; its accounts stay as they are. */
  importCensus(changed: Record<string, string>): Promise<void>;
  connector: {
    /** Which reports each of the two portals has asked for, by the numbers of their requests. */
    asked(): [number[], number[]];
    /** While it holds, what is asked for never comes. */
    hold(isOn: boolean): void;
  };
  end(): Promise<void>;
}

/** Of both portals. */
const SESSION_SECRET = "tests of several processes ".repeat(2);

/** Few, since each costs a hash. */
const ACCOUNTS = `username,firstname,lastname,password,access_level,access_level_id,isnp_only
company,Cara,Company,${PASSWORD},company,0,false
accounts,Amy,Accounts,${PASSWORD},account_manager,0,false
region,Rob,Region,${PASSWORD},region,11,false`;

const CONNECTOR = `
import { existsSync } from "node:fs";
export default ({ log }) => ({
  async fetchReport({ id }) {
    log.info({ event: "test.asked", report_id: id });
    if (existsSync(new URL("hold", import.meta.url))) await new Promise(() => {});
    return { state: "ready", content: Buffer.from("%PDF-1.7 of " + id) };
  },
});
`;

/** `before` sees the database with the census in it, and no portal yet. */
export async function startInstallation(
  before: (store: Store) => Promise<void>,
): Promise<Installation> {
  const { folder, remove } = makeTemporaryFolder();
  const { databaseUrl, drop } = await createThrowAwaySchema();
  const store = await openStore({ databaseUrl });
  const bringIn = async (changed: Record<string, string>) => {
    const census = join(folder, `census-${randomBytes(4).toString("hex")}`);
    writeCensus(census, changed);
    if (!changed["users.csv"]) rmSync(join(census, "users.csv"));
    const { outcome } = await importCensus({
      store,
      folder: census,
      dataDir: join(folder, "import"),
      replace: false,
      now: new Date(),
      progress: NO_PROGRESS,
    });
    if (outcome === "refused") throw new Error("the census was refused");
  };
  await bringIn({ "users.csv": ACCOUNTS });
  await before(store);

  const relay = await startRelay(new URL(databaseUrl));
  const throughRelay = new URL(databaseUrl);
  throughRelay.host = `127.0.0.1:${relay.port}`;
  const connectorFile = join(folder, "connector.mjs");
  writeFileSync(connectorFile, CONNECTOR);
  const portal = () =>
    startPortalProcess({
      SESSION_SECRET,
      DATABASE_URL: throughRelay.href,
      CMS_CONNECTOR: connectorFile,
    });
  const portals = await Promise.all([portal(), portal()]);

  return {
    portals,
    store,
    relay,
    databaseUrl: throughRelay.href,
    importCensus: bringIn,
    connector: {
      asked: () => [askedBy(portals[0]), askedBy(portals[1])],
      hold(isOn) {
        const file = join(folder, "hold");
        if (isOn) writeFileSync(file, "");
        else rmSync(file, { force: true });
      },
    },
    async end() {
      await Promise.all(portals.map((one) => one.kill()));
      await relay.close();
      await store.close();
      await drop();
      remove();
    },
  };
}

function askedBy(portal: PortalProcess): number[] {
  return portal
    .log()
    .filter((line) => line.includes('"test.asked"'))
    .map((line) => Number(/"report_id":(\d+)/.exec(line)?.[1]));
}
