import { mkdtempSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import pino from "pino";
import { parseSettings } from "~/contract/settings";
import { startMockHost } from "~mocks/host";
import { openDataServer, type DataServer } from "~server/data-server";
import {
  PRINCIPAL,
  startPowerBiService,
} from "~server/testing/power-bi-service";
import { seedAudit } from "./seed-audit";
import { seedCensus } from "./seed-census";
import { seedReports } from "./seed-reports";

/** An API host that the suite can ask; the path begins with a slash. */
export interface HostUnderTest {
  ask: (path: string, init?: RequestInit) => Promise<Response>;
  /** Where it listens; none for the one in process. */
  origin?: string;
  close: () => Promise<void>;
}

/** What the suite runs against: each answers the whole contract. */
export const HOSTS: {
  name: string;
  open: (clock: () => Date) => Promise<HostUnderTest>;
}[] = [
  { name: "the data server in process", open: openInProcess },
  { name: "the data server on a port", open: openServed },
  { name: "the mocks", open: openMocks },
];

async function openInProcess(clock: () => Date): Promise<HostUnderTest> {
  const { server, close } = await openSeeded(clock);
  return {
    ask: (path, init) =>
      server.fetch(new Request(`http://data-server.invalid${path}`, init)),
    close,
  };
}

async function openServed(clock: () => Date): Promise<HostUnderTest> {
  const { server, close } = await openSeeded(clock);
  const listener = await new Promise<Server>((resolve) => {
    const started = serve(
      {
        fetch: (request) => server.fetch(request),
        hostname: "127.0.0.1",
        port: 0,
        overrideGlobalObjects: false,
      },
      () => resolve(started),
    ) as Server;
  });
  const { port } = listener.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    ask: (path, init) => fetch(origin + path, init),
    origin,
    async close() {
      const closed = new Promise((resolve) => listener.close(resolve));
      listener.closeAllConnections();
      await closed;
      await close();
    },
  };
}

async function openMocks(clock: () => Date): Promise<HostUnderTest> {
  const mock = await startMockHost({ clock });
  return {
    ask: (path, init) => fetch(mock.url + path, init),
    close: mock.close,
  };
}

async function openSeeded(clock: () => Date): Promise<{
  server: DataServer;
  close: () => Promise<void>;
}> {
  const folder = mkdtempSync(join(tmpdir(), "sojourn-contract-"));
  const { settings, problems } = parseSettings({
    DATA_DIR: folder,
    // The mocks' accounts have the password of the demo's.
    DEMO: "1",
    POWERBI_TENANT_ID: PRINCIPAL.tenantId,
    POWERBI_CLIENT_ID: PRINCIPAL.clientId,
    POWERBI_CLIENT_SECRET: PRINCIPAL.clientSecret,
  });
  if (!settings) throw new Error(problems.join("\n"));
  const log = pino({ level: "silent" });
  const powerBi = startPowerBiService();
  const server = await openDataServer({ settings, log, clock });
  await seedCensus(server.store.db, clock());
  await seedReports(server.store.db, clock());
  await seedAudit(server.store.db, clock());
  return {
    server,
    async close() {
      await server.close();
      powerBi.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
