import type { Logger } from "pino";
import type { Settings } from "~/contract/settings";
import { REVIEW_DAYS } from "~/features/reviews/rules/review-rules";
import { insertAuditEvents } from "~server/audit/audit-events";
import { createAuditTrail } from "~server/audit/audit-trail";
import { relyingPartyOf } from "~server/auth/passkeys/relying-party";
import { createSessions } from "~server/auth/sessions";
import { CensusMemory } from "~server/measures/census/census-memory";
import { ensureFigures } from "~server/measures/rebuild";
import { createSignalMemory } from "~server/measures/signals/signal-cells";
import { askAboutSessions } from "~server/organisation-sign-in/ask-about-session";
import { configuredPowerBi } from "~server/powerbi/power-bi";
import { createAnswerCache } from "./answer-cache";
import { createApi, openDoors } from "./api";
import type { Doors } from "./door/doors";
import { createExportLimit } from "./export-limit";
import { startApplier } from "./messages/apply/apply-messages";
import { startRawRetention } from "./messages/senders/raw-retention";
import { startAuditRetention } from "./audit/daily-sweep";
import { portalsAt } from "./client-address";
import { type Clock, afterRealTime, afterRealTimeAwake } from "./clock/clock";
import { lockDataDir } from "./data-dir-lock";
import type { ApiDeps } from "./door/api-deps";
import { isReady } from "./handlers/health";
import { startChartJudge } from "./changes/chart-judge";
import { startDiskWatch } from "./jobs/disk-watch";
import { startReportRetention } from "./jobs/report-retention";
import { startReportWorker } from "./jobs/report-worker";
import { configuredProvider } from "./oidc/provider";
import { type CmsConnector, loadConnector } from "./cms-requests/cms-connector";
import { createLocalConnector } from "./cms-requests/local/local-connector";
import { takeOverReportFiles } from "./cms-requests/report-files";
import { createReadingLimit } from "./reading-limit";
import { ensureDataDir } from "~/runtime/session-secret.server";
import { openSecrets } from "./secrets";
import { readDataState } from "./store/data-state";
import { openStore, type Store } from "./store/open-store";
import {
  openReadReplicas,
  type ReplicaCounts,
  noReadReplicas,
} from "./store/read-replicas";
import { hasEmergencyAccount } from "./users/locked-users";
import { releaseReserve } from "~/runtime/disk-space.server";
import { REQUEST_LIMITS } from "~/runtime/database/postgres-pool.server";

/** The data server, called in process by the portal or served on a port. */
export interface DataServer {
  doors: Doors;
  /** `peer` is the caller's address, for calls over a port. */
  fetch(request: Request, peer?: string): Promise<Response>;
  /** True while the database answers and, on SQLite, its disk has room. */
  ready(): Promise<boolean>;
  replicas(): ReplicaCounts;
  /** Saves pending data, then closes the database and unlocks the folder. */
  close(): Promise<void>;
  store: Store;
}

export interface DataServerOptions {
  settings: Settings;
  log: Logger;
  clock?: Clock;
  /** False for a second opener that only reads, as in tests. It makes no reports and deletes nothing. */
  lock?: boolean;
}

export function createApiDeps(
  given: Pick<ApiDeps, "store" | "clock" | "log" | "secrets" | "reports"> &
    Partial<
      Pick<
        ApiDeps,
        | "replicas"
        | "powerBi"
        | "provider"
        | "oidcOnly"
        | "wakeFeed"
        | "allowsDemoPassword"
        | "relyingParty"
        | "reviewDays"
        | "isPortal"
      >
    >,
): ApiDeps {
  const { store, log } = given;
  const audit = createAuditTrail({
    write: (records) =>
      store.db.transaction().execute((trx) => insertAuditEvents(trx, records)),
    log,
    after: afterRealTimeAwake,
  });
  const deps: ApiDeps = {
    replicas: noReadReplicas(store.db),
    powerBi: null,
    provider: null,
    oidcOnly: false,
    wakeFeed: () => undefined,
    allowsDemoPassword: true,
    relyingParty: null,
    reviewDays: REVIEW_DAYS,
    isPortal: portalsAt([]),
    ...given,
    cache: createAnswerCache(),
    census: new CensusMemory(),
    signals: createSignalMemory(),
    exports: createExportLimit(),
    readings: createReadingLimit(),
    sessions: createSessions({
      ...given,
      asked: askAboutSessions({ ...given, provider: () => deps.provider }),
      entryRules: () => ({
        issuer: deps.provider?.issuer ?? null,
        oidcOnly: deps.oidcOnly,
      }),
    }),
    audit,
  };
  return deps;
}

/** Opens the data folder and its database. Throws if another Sojourn server uses the folder. */
export async function openDataServer({
  settings,
  log,
  clock = () => new Date(),
  lock = true,
}: DataServerOptions): Promise<DataServer> {
  const { DATA_DIR, DATABASE_URL, SHARED_DIR } = settings;
  ensureDataDir(DATA_DIR);
  releaseReserve(DATA_DIR);
  const unlock = lock ? lockDataDir(DATA_DIR) : () => undefined;
  try {
    const secrets = openSecrets(settings);
    // Load it before the database opens: a bad module then leaves nothing to close.
    const ownConnector = settings.CMS_CONNECTOR
      ? await loadConnector(settings.CMS_CONNECTOR, { log })
      : null;
    const store = await openStore(
      DATABASE_URL ? { databaseUrl: DATABASE_URL } : { dataDir: DATA_DIR },
      { requestLimits: REQUEST_LIMITS },
    );
    if (lock) await ensureFigures(store.db);
    if (lock) await takeOver(store, SHARED_DIR ?? DATA_DIR, log);
    const replicas = openReadReplicas(
      store.db,
      settings.DATABASE_READ_URL,
      log,
    );
    const jobs = lock
      ? startJobs({ store, replicas, clock, log, settings, ownConnector })
      : null;
    const deps = createApiDeps({
      store,
      replicas,
      clock,
      log,
      secrets,
      reports: {
        wake: () => jobs?.worker.wake(),
        areFromCensus: !ownConnector,
      },
      wakeFeed: () => jobs?.applier.wake(),
      powerBi: configuredPowerBi(settings, clock),
      provider: configuredProvider(settings, clock),
      oidcOnly: settings.OIDC_ONLY === "1",
      allowsDemoPassword: settings.DEMO === "1",
      relyingParty: relyingPartyOf(settings),
      reviewDays: settings.REVIEW_DAYS,
      isPortal: portalsAt(settings.PORTAL_ADDRESSES),
    });
    const charts = lock ? startChartJudge(deps, afterRealTime) : null;
    if (lock && deps.oidcOnly && !(await hasEmergencyAccount(deps.store.db))) {
      // Nobody could log in while the organisation's login is down.
      deps.log.warn({ event: "oidc.no_emergency_account" });
    }
    const doors = openDoors(deps);
    const api = createApi(deps, doors);
    return {
      doors,
      fetch: async (request, peer) => api.fetch(request, { peer }),
      ready: () => isReady(store),
      replicas: () => replicas.counts(),
      async close() {
        await Promise.all([charts?.stop(), jobs?.stop()]);
        await deps.audit.settled();
        await deps.sessions.settled();
        await replicas.close();
        await store.close();
        unlock();
      },
      store,
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

function startJobs({
  store,
  replicas,
  clock,
  log,
  settings,
  ownConnector,
}: Pick<ApiDeps, "store" | "replicas" | "clock" | "log"> & {
  settings: Settings;
  ownConnector: CmsConnector | null;
}) {
  const { db, dialect } = store;
  const job = { db, log, clock, after: afterRealTime };
  const connector =
    ownConnector ??
    createLocalConnector(
      async (read) => replicas.read(await readDataState(db), read),
      settings.SITE_NAME,
    );
  const worker = startReportWorker({
    ...job,
    dialect,
    connector,
    readVersion: async () =>
      ownConnector ? null : (await readDataState(db)).version,
  });
  const reportRetention = startReportRetention({
    ...job,
    keptDays: settings.REPORT_RETENTION_DAYS,
  });
  const keptDays = settings.AUDIT_RETENTION_DAYS;
  const retention = startAuditRetention({ ...job, keptDays });
  const keptRawDays = settings.FEED_RETENTION_DAYS;
  const rawRetention = startRawRetention({ ...job, keptDays: keptRawDays });
  // Users can retry a message even where no feed runs.
  const applier = startApplier({ ...job, looks: false });
  const disk = startDiskWatch({ store, ...job });
  return {
    worker,
    applier,
    async stop() {
      await disk.stop();
      await worker.stop();
      await reportRetention.stop();
      await retention.stop();
      await rawRetention.stop();
      await applier.close();
    },
  };
}

async function takeOver(
  { db }: Store,
  folder: string,
  log: Logger,
): Promise<void> {
  try {
    const files = await takeOverReportFiles(db, folder);
    if (files > 0) log.info({ event: "qies.report_files_taken", files });
  } catch (error) {
    // The next start retries.
    log.error({ event: "qies.report_files_not_taken", err: error });
  }
}
