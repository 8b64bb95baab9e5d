import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createApi } from "~server/api";
import { createExportLimit } from "~server/export-limit";
import { addAdmissions } from "~server/measures/testing/add-admissions";
import {
  openHandMadeCensus,
  QUARTER,
} from "~server/measures/testing/hand-made-census";
import type { TestApi, TestUser } from "~server/testing/open-test-api";

const COMPANY: TestUser = { accessLevel: "company" };
const MANY = 2_000;
const MINUTE_MS = 60_000;
/** A limit against hanging, not a measure. */
const SOON_MS = 10_000;
const EXPORT = `/api/metricdatacsv/company/0/${QUARTER}?measure_name=snf_adm`;
const METRICS = `/api/metrics/company/0/${QUARTER}`;

describe("exports at once", () => {
  let api: TestApi;
  beforeEach(async () => {
    api = await openHandMadeCensus();
    await addAdmissions(api, MANY);
  });
  afterEach(() => {
    return api.close();
  });

  const signIn = async () => (await api.signIn(COMPANY)).token;

  async function begin(token: string) {
    const response = await api.get(EXPORT, token);
    expect(response.status).toBe(200);
    const reader = response.body?.getReader();
    if (!reader) throw new Error("no body");
    return reader;
  }

  async function readAll(token: string): Promise<string> {
    return (await api.get(EXPORT, token)).text();
  }

  async function isTaken(token: string): Promise<boolean> {
    const response = await api.get(EXPORT, token);
    await response.body?.cancel();
    return response.status === 200;
  }

  /** How exports ended; the records of those that are still being made are left out. */
  const endings = () =>
    api.logged
      .filter((line) => line.event === "audit.export_rows")
      .map((line) => (line.details as { ending: string }).ending)
      .filter((ending) => ending !== "begun");

  it("come whole, all eight, where so many may be", async () => {
    // Of the ten connections to PostgreSQL two are left, so that nobody waits for one longer than is allowed.
    api.deps.exports = createExportLimit({ perUser: 8, inAll: 8 });
    const token = await signIn();
    const alone = await readAll(token);
    const exports = Array.from({ length: 8 }, () => readAll(token));
    expect(new Set(await Promise.all(exports))).toEqual(new Set([alone]));
  });

  it("come whole, all four, and a call for figures is answered in the middle of them", async () => {
    const token = await signIn();
    const alone = await readAll(token);
    expect(alone.split("\r\n")).toHaveLength(MANY + 6 + 2);
    let parts = 0;
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    api.deps.exports = createExportLimit({
      perUser: 4,
      pause() {
        parts += 1;
        return held;
      },
    });
    const exports = Array.from({ length: 4 }, () => readAll(token));
    await vi.waitFor(() => expect(parts).toBe(1), SOON_MS);
    expect((await api.get(METRICS, token)).status).toBe(200);
    expect(parts).toBe(1);
    goOn();
    expect(new Set(await Promise.all(exports))).toEqual(new Set([alone]));
  });

  /** Exports that begin from now on read their first page, and then no more. */
  function failAfterOnePart(): void {
    const limit = api.deps.exports;
    let parts = 0;
    api.deps.exports = {
      ...limit,
      begin(userId) {
        const slot = limit.begin(userId);
        const inTurn: typeof slot.inTurn = (work) =>
          slot.inTurn(async () => {
            parts += 1;
            if (parts === 2) throw new Error("the disk is gone");
            return work();
          });
        return { ...slot, inTurn };
      },
    };
  }

  it("make room for others when they end, are given up, or fail", async () => {
    const token = await signIn();
    await begin(token);
    const givenUp = await begin(token);
    expect(await isTaken(token)).toBe(false);
    await givenUp.read();
    await givenUp.cancel();
    const whole = readAll(token);
    expect((await whole).split("\r\n")).toHaveLength(MANY + 6 + 2);
    const { exports } = api.deps;
    failAfterOnePart();
    const failing = await begin(token);
    api.deps.exports = exports;
    expect(await isTaken(token)).toBe(false);
    await failing.read();
    await expect(failing.read()).rejects.toThrow("the disk is gone");
    expect(await isTaken(token)).toBe(true);
    expect(endings()).toEqual(["cancelled", "complete", "failed", "cancelled"]);
  });

  it("make room where there is nothing to export, and where it is refused", async () => {
    const token = await signIn();
    for (const [path, status] of [
      ["facility/111/2020-01-01/2020-12-31/", 204],
      [`facility/999/${QUARTER}`, 404],
    ] as const) {
      for (let time = 0; time < 3; time += 1) {
        const call = `/api/metricdatacsv/${path}?measure_name=rth`;
        expect((await api.get(call, token)).status).toBe(status);
      }
    }
    expect(await isTaken(token)).toBe(true);
  });

  it("are given up when nobody reads on, whether or not any of it was read", async () => {
    const token = await signIn();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const readers = [await begin(token), await begin(token)];
    await readers[0]?.read();
    expect(await isTaken(token)).toBe(false);
    vi.advanceTimersByTime(MINUTE_MS - 1);
    expect(endings()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(endings()).toEqual(["stalled", "stalled"]);
    for (const reader of readers) {
      await expect(reader.read()).rejects.toThrow("stopped reading");
    }
    expect(await isTaken(token)).toBe(true);
  });

  it("are given up when the connection that they go to closes, begun or not", async () => {
    let goOn: () => void = () => undefined;
    let inside = 0;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    // The first has sent a part, the second waits for its turn.
    const limit = createExportLimit({ pause: () => held });
    api.deps.exports = {
      ...limit,
      begin(userId) {
        const slot = limit.begin(userId);
        inside += 1;
        return slot;
      },
    };
    const { port, stop } = await listen(api);
    try {
      const token = await signIn();
      const connections = [0, 1].map(() => {
        const socket = connect(port, "127.0.0.1");
        // Nothing of the answer is read.
        socket.pause();
        socket.write(
          `GET ${EXPORT} HTTP/1.1\r\nhost: api.test\r\nx-access-token: ${token}\r\n\r\n`,
        );
        return socket;
      });
      await vi.waitFor(() => expect(inside).toBe(2), SOON_MS);
      for (const socket of connections) socket.destroy();
      await vi.waitFor(() => expect(endings()).toEqual(["cancelled"]), SOON_MS);
      goOn();
      await vi.waitFor(
        () => expect(endings()).toEqual(["cancelled", "cancelled"]),
        SOON_MS,
      );
      expect(await isTaken(token)).toBe(true);
    } finally {
      await stop();
    }
  });

  it("that are broken off early do not come over the wire as if whole", async () => {
    api.deps.exports = createExportLimit({ pause: async () => undefined });
    failAfterOnePart();
    // @hono/node-server prints what breaks a file off.
    vi.spyOn(console, "error").mockReturnValue();
    const { port, stop } = await listen(api);
    try {
      const headers = { "x-access-token": await signIn() };
      const address = `http://127.0.0.1:${port}${EXPORT}`;
      const asked = fetch(address, { headers });
      await expect(asked.then((file) => file.text())).rejects.toThrow();
      expect(endings()).toEqual(["failed"]);
    } finally {
      await stop();
    }
  });
});

/** The API on a port of its own, as it is when it is served alone. */
async function listen(api: TestApi) {
  const server = serve({
    fetch: createApi(api.deps).fetch,
    hostname: "127.0.0.1",
    port: 0,
    overrideGlobalObjects: false,
  });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
