import { statSync } from "node:fs";
import { buildIfStale } from "../../../scripts/build-if-stale.mjs";
import { startFakeHost, type FakeHost } from "./fake-host";
import { startPortal, type Portal } from "./portal";

/**
 * Portals that are the same for all files of a worker. To start one costs a second of a core, and its first pages cost as
 * much again. What a portal remembers it remembers of a session, and each test signs in again. A shared portal ends with
 * its worker, and whatever it stores stays for the tests of others.
 */
function shared<Started extends { portal: Portal }>(
  start: () => Promise<Started>,
): () => Promise<Started> {
  let last: { buildOf: number; started: Promise<Started> } | undefined;
  return async () => {
    await buildIfStale();
    const buildOf = statSync("build/index.js").mtimeMs;
    const known =
      last?.buildOf === buildOf
        ? await last.started.catch(() => undefined)
        : undefined;
    if (known) return { ...known, portal: await withNewLog(known.portal) };
    endPortalsWithWorker();
    last = { buildOf, started: start() };
    return last.started;
  };
}

/** In front of a host that answers as each test tells it, and that has forgotten what it was told before. */
export const portalOnFakeHost = shared<{ host: FakeHost; portal: Portal }>(
  async () => {
    const host = await startFakeHost();
    return { host, portal: await startPortal({ apiUrl: host.url }) };
  },
);

/** With the data server in its process, and the small census. */
export const portalOfCensus = shared<{ portal: Portal }>(async () => ({
  portal: await startPortal(),
}));

/** The portal as if it had logged nothing until now. */
async function withNewLog(portal: Portal): Promise<Portal> {
  await portal.log();
  const before = portal.linesSoFar().length;
  return {
    ...portal,
    log: async () => (await portal.log()).slice(before),
    linesSoFar: () => portal.linesSoFar().slice(before),
  };
}

let areEnding = false;

/** Who ends a worker sends it a signal, which alone would not tell it to end what it has started. */
function endPortalsWithWorker(): void {
  if (!areEnding) process.once("SIGTERM", () => process.exit());
  areEnding = true;
}
