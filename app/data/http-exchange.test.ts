import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FAILURES_BEFORE_OPEN } from "./circuit-breaker.server";
import { httpStream, httpUpstream, MAX_SOCKETS } from "./http-exchange.server";
import type {
  UpstreamRequest,
  UpstreamStream,
} from "./upstream-failure.server";

const GET = {
  method: "GET",
  path: "/x",
  headers: {},
  deadlineMs: 2_000,
} as const;
const POST: UpstreamRequest = { ...GET, method: "POST", body: "a=1" };

let server: Server;
let url: string;
let asked: string[];
let connections: Socket[];
let answer: RequestListener;
beforeEach(async () => {
  asked = [];
  connections = [];
  answer = (_, response) => response.end("ok");
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  server.on("connection", (socket) => connections.push(socket));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

describe("a call over http", () => {
  it("keeps its connection for the next one", async () => {
    const upstream = httpUpstream(url);
    await upstream(GET);
    await upstream(GET);
    expect(connections).toHaveLength(1);
  });

  it("is made once more on a new connection when a GET finds the kept one closed", async () => {
    const upstream = httpUpstream(url);
    await upstream(GET);
    for (const socket of connections) socket.destroy();
    expect((await upstream(GET)).text).toBe("ok");
  });

  it("is made on a connection of its own, and once, when it writes", async () => {
    const upstream = httpUpstream(url);
    await upstream(GET);
    answer = (_, response) => response.destroy();
    await expect(upstream(POST)).rejects.toMatchObject({
      reason: "unreachable",
    });
    expect(asked).toEqual(["GET /x", "POST /x"]);
    expect(connections).toHaveLength(2);
  });

  it("is not repeated when a GET was cut off after it arrived", async () => {
    const upstream = httpUpstream(url);
    answer = (_, response) => response.destroy();
    await expect(upstream(GET)).rejects.toMatchObject({
      reason: "unreachable",
    });
    expect(asked).toEqual(["GET /x"]);
  });

  it("ends at its deadline", async () => {
    answer = () => undefined;
    await expect(
      httpUpstream(url)({ ...GET, deadlineMs: 50 }),
    ).rejects.toMatchObject({ reason: "timeout" });
  });

  it("is not made at all while a host fails again and again", async () => {
    const upstream = httpUpstream(url);
    answer = (_, response) => response.destroy();
    for (let n = 0; n < FAILURES_BEFORE_OPEN + 5; n += 1) {
      await expect(upstream(GET)).rejects.toThrow();
    }
    expect(asked).toHaveLength(FAILURES_BEFORE_OPEN);
  });

  it("does not count the host's own error answers as failures", async () => {
    const upstream = httpUpstream(url);
    answer = (_, response) => response.writeHead(500).end();
    for (let n = 0; n < FAILURES_BEFORE_OPEN + 1; n += 1) {
      expect((await upstream(GET)).status).toBe(500);
    }
  });

  it("does not count those who give up, neither as failures of the host nor as successes", async () => {
    const upstream = httpUpstream(url);
    answer = (request, response) => {
      if (request.url === "/dead") response.destroy();
    };
    const dead = { ...GET, path: "/dead" };
    for (let n = 0; n < FAILURES_BEFORE_OPEN - 1; n += 1) {
      await expect(upstream(dead)).rejects.toThrow();
    }
    for (let n = 0; n < 3; n += 1) {
      const signal = AbortSignal.timeout(10);
      await expect(upstream({ ...GET, signal })).rejects.toMatchObject({
        reason: "cancelled",
      });
    }
    await expect(upstream(dead)).rejects.toThrow();
    asked.length = 0;
    await expect(upstream(GET)).rejects.toMatchObject({
      reason: "unreachable",
    });
    expect(asked).toEqual([]);
  });
});

describe("calls that wait for a connection", () => {
  const DEADLINE_MS = 60;

  /** A host that answers nobody until it is let go on, with all the connections in use that a portal opens to it. */
  async function busyHost() {
    const waiting: (() => void)[] = [];
    let isBusy = true;
    answer = (_, response) => {
      const end = () => void response.end("ok");
      if (isBusy) waiting.push(end);
      else end();
    };
    const upstream = httpUpstream(url);
    const long = { ...GET, path: "/long", deadlineMs: 20_000 };
    const busy = Array.from({ length: MAX_SOCKETS }, () => upstream(long));
    await vi.waitFor(() => expect(asked).toHaveLength(MAX_SOCKETS), 10_000);
    return {
      upstream,
      async goOn() {
        isBusy = false;
        for (const end of waiting) end();
        await Promise.all(busy);
      },
    };
  }

  it("end at their deadline, and the host is not left alone for it", async () => {
    const { upstream, goOn } = await busyHost();
    const started = performance.now();
    const late = Array.from({ length: 3 * FAILURES_BEFORE_OPEN }, () =>
      upstream({ ...GET, path: "/late", deadlineMs: DEADLINE_MS }),
    );
    for (const outcome of await Promise.allSettled(late)) {
      expect(outcome).toMatchObject({
        status: "rejected",
        reason: { reason: "timeout" },
      });
    }
    // All the others are still under way: nobody waited for them.
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(asked).not.toContain("GET /late");
    await goOn();
    expect((await upstream(GET)).text).toBe("ok");
    expect(asked).not.toContain("GET /late");
  });

  it("end when their caller gives up", async () => {
    const { upstream, goOn } = await busyHost();
    const asker = new AbortController();
    const call = upstream({ ...GET, path: "/late", signal: asker.signal });
    asker.abort();
    await expect(call).rejects.toMatchObject({ reason: "cancelled" });
    await goOn();
    expect(asked).not.toContain("GET /late");
  });
});

async function bytesOf(stream: UpstreamStream): Promise<number> {
  let bytes = 0;
  for (;;) {
    const part = await stream.next();
    if (!part) return bytes;
    bytes += part.length;
  }
}

describe("a stream over http", () => {
  it("has the head of its answer, and a body of any size", async () => {
    const part = Buffer.alloc(1024 * 1024, " ");
    answer = (_, response) => {
      response.writeHead(200, { "content-type": "text/csv" });
      let left = 30;
      const more = () => {
        left -= 1;
        if (left < 0) response.end();
        else response.write(part, more);
      };
      more();
    };
    const stream = await httpStream(url)(GET);
    expect(stream).toMatchObject({ status: 200, contentType: "text/csv" });
    expect(await bytesOf(stream)).toBe(30 * part.length);
  });

  it("has a deadline for its head, not for its body", async () => {
    answer = (_, response) => {
      response.writeHead(200);
      response.write("a");
      setTimeout(() => response.end("b"), 700);
    };
    const stream = await httpStream(url)({ ...GET, deadlineMs: 500 });
    expect(await bytesOf(stream)).toBe(2);
    answer = () => undefined;
    await expect(
      httpStream(url)({ ...GET, deadlineMs: 50 }),
    ).rejects.toMatchObject({ reason: "timeout" });
  });

  it("rejects where the host breaks off", async () => {
    answer = (_, response) => {
      response.writeHead(200, { "content-length": "1000" });
      response.write("half", () => response.destroy());
    };
    const stream = await httpStream(url)(GET);
    await expect(bytesOf(stream)).rejects.toMatchObject({
      reason: "unreachable",
    });
  });

  it.each(["stop", "stop before its first part", "signal"])(
    "is ended at the host by %s",
    async (how) => {
      const ended = new Promise((resolve) => {
        answer = (_, response) => {
          response.once("close", () => resolve(response.writableFinished));
          response.writeHead(200);
          response.write("a");
        };
      });
      const asker = new AbortController();
      const stream = await httpStream(url)({ ...GET, signal: asker.signal });
      if (!how.includes("before")) await stream.next();
      if (how === "signal") {
        const next = stream.next();
        asker.abort();
        await expect(next).rejects.toMatchObject({ reason: "cancelled" });
      } else stream.stop();
      expect(await ended).toBe(false);
    },
  );

  it("is not asked for while its host fails again and again", async () => {
    const openStream = httpStream(url);
    answer = (_, response) => response.destroy();
    for (let n = 0; n < FAILURES_BEFORE_OPEN + 5; n += 1) {
      await expect(openStream(GET)).rejects.toMatchObject({
        reason: "unreachable",
      });
    }
    expect(asked).toHaveLength(FAILURES_BEFORE_OPEN);
  });
});
