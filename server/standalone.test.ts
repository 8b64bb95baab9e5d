import { connect, createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { freePort } from "../scripts/free-port.mjs";
import { testDatabaseUrl } from "./env";
import { runFile } from "./testing/child-process";
import type { TestProcess } from "./testing/child-process";
import { IS_SECOND_RUN } from "./testing/open-test-store";
import { makeTemporaryFolder } from "./testing/temporary-folder";

/** Processes and password hashes take seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });

const STARTED = (line: string) => line.includes('"api.started"');

describe("npm run api", () => {
  let DATA_DIR: string;
  let remove: () => void;
  const running: TestProcess[] = [];
  beforeEach(() => {
    ({ folder: DATA_DIR, remove } = makeTemporaryFolder());
  });
  afterEach(async () => {
    for (const { child, ended } of running.splice(0)) {
      child.kill("SIGKILL");
      await ended;
    }
    remove();
  });

  function start(env: Record<string, string>): TestProcess {
    const server = runFile("server/standalone.ts", [], {
      DATA_DIR,
      DEMO: "0",
      ...env,
    });
    running.push(server);
    return server;
  }

  it.skipIf(IS_SECOND_RUN)(
    "serves the API, is the only one on its folder, and stops when asked",
    async () => {
      const port = await freePort();
      const server = start({ API_PORT: String(port) });
      await server.line(STARTED);
      const address = `http://127.0.0.1:${port}`;
      expect((await fetch(`${address}/healthcheck`)).status).toBe(200);
      expect((await fetch(`${address}/readiness`)).status).toBe(200);
      const wrong = await fetch(`${address}/auth/login`, {
        method: "POST",
        body: new URLSearchParams({ username: "nobody", password: "x" }),
      });
      expect(wrong.status).toBe(401);

      const second = start({ API_PORT: String(await freePort()) });
      expect(await second.ended).toEqual({
        status: 1,
        errors: `another Sojourn server is using ${DATA_DIR} (stop it, or give this one another DATA_DIR)\n`,
      });

      server.child.kill("SIGTERM");
      await server.line((line) => line.includes('"api.stopping"'));
      expect((await fetch(`${address}/readiness`)).status).toBe(503);
      expect(await server.ended).toEqual({ status: 0, errors: "" });
      await expect(fetch(`${address}/healthcheck`)).rejects.toThrow();
    },
  );

  it.skipIf(IS_SECOND_RUN)(
    "finishes what it has begun before it stops",
    async () => {
      const port = await freePort();
      const server = start({ API_PORT: String(port) });
      await server.line(STARTED);
      const answer = fetch(`http://127.0.0.1:${port}/auth/login/`, {
        method: "POST",
        body: new URLSearchParams({ username: "nobody", password: "x" }),
      });
      // Hashing takes a tenth of a second and more; the request has arrived long before.
      await fetch(`http://127.0.0.1:${port}/healthcheck`);
      const stoppedAt = performance.now();
      server.child.kill("SIGTERM");
      expect((await answer).status).toBe(401);
      expect((await server.ended).status).toBe(0);
      expect(performance.now() - stoppedAt).toBeLessThan(5_000);
    },
  );

  it.runIf(testDatabaseUrl())(
    "does not wait for a database that hangs",
    async () => {
      const database = new URL(testDatabaseUrl() ?? "");
      const {
        port: relayPort,
        hang,
        close,
      } = await startRelay(Number(database.port || 5432), database.hostname);
      database.host = `127.0.0.1:${relayPort}`;
      const port = await freePort();
      const server = start({
        API_PORT: String(port),
        DATABASE_URL: database.href,
      });
      await server.line(STARTED);
      const asked = hang();
      const call = fetch(`http://127.0.0.1:${port}/readiness`).catch(
        () => null,
      );
      await asked;
      server.child.kill("SIGTERM");
      expect(await server.ended).toEqual({ status: 0, errors: "" });
      await call;
      close();
    },
  );

  it.skipIf(IS_SECOND_RUN)(
    "names each variable that is wrong, and what was expected",
    async () => {
      const server = start({ API_PORT: "eighty", DEMO: "maybe" });
      expect(await server.ended).toEqual({
        status: 1,
        errors:
          "Sojourn cannot start, because of these settings:\n  API_PORT: expected a port number\n  DEMO: expected 0 or 1\n",
      });
    },
  );
});

/** A way to a database server that can be told to let nothing through any more. */
async function startRelay(
  farPort: number,
  farHost: string,
): Promise<{
  port: number;
  /** Resolves when something was held back. */
  hang(): Promise<void>;
  close(): void;
}> {
  let heldBack: (() => void) | undefined;
  const relay = createServer((near) => {
    const far = connect(farPort, farHost);
    near.on("data", (part) => (heldBack ? heldBack() : far.write(part)));
    far.on("data", (part) => near.write(part));
    for (const socket of [near, far]) {
      socket.on("error", () => undefined);
      socket.on("close", () => {
        near.destroy();
        far.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
  return {
    port: (relay.address() as AddressInfo).port,
    hang: () => new Promise((resolve) => (heldBack = resolve)),
    close: () => relay.close(),
  };
}
