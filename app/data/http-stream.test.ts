import {
  createServer,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CircuitBreaker, FAILURES_BEFORE_OPEN } from "./circuit-breaker.server";
import { httpStream, MAX_STREAMS } from "./http-stream.server";
import type { UpstreamStream } from "./upstream-failure.server";

const GET = {
  method: "GET",
  path: "/x",
  headers: {},
  deadlineMs: 2_000,
} as const;

let server: Server;
let url: string;
let asked: number;
let answer: RequestListener;
beforeEach(async () => {
  asked = 0;
  server = createServer((request, response) => {
    asked += 1;
    answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
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

  it.each(["stop", "signal"])("is ended at the host by %s", async (how) => {
    const ended = new Promise((resolve) => {
      answer = (_, response) => {
        response.once("close", () => resolve(response.writableFinished));
        response.writeHead(200);
        response.write("a");
      };
    });
    const asker = new AbortController();
    const stream = await httpStream(url)({ ...GET, signal: asker.signal });
    await stream.next();
    if (how === "stop") stream.stop();
    else {
      const next = stream.next();
      asker.abort();
      await expect(next).rejects.toMatchObject({ reason: "cancelled" });
    }
    expect(await ended).toBe(false);
  });

  it("is stopped before its first part as well", async () => {
    const ended = new Promise((resolve) => {
      answer = (_, response) => {
        response.once("close", () => resolve(response.writableFinished));
        response.writeHead(200);
        response.write("a");
      };
    });
    (await httpStream(url)(GET)).stop();
    expect(await ended).toBe(false);
  });

  it("is not asked for while its host fails again and again", async () => {
    const breaker = new CircuitBreaker();
    const openStream = httpStream(url, breaker);
    answer = (_, response) => response.destroy();
    for (let n = 0; n < FAILURES_BEFORE_OPEN + 5; n += 1) {
      await expect(openStream(GET)).rejects.toMatchObject({
        reason: "unreachable",
      });
    }
    expect(asked).toBe(FAILURES_BEFORE_OPEN);
  });

  it("does not count those who give up as failures of the host", async () => {
    const openStream = httpStream(url);
    for (let n = 0; n < FAILURES_BEFORE_OPEN + 1; n += 1) {
      const asker = new AbortController();
      answer = () => asker.abort();
      const { signal } = asker;
      await expect(openStream({ ...GET, signal })).rejects.toThrow();
    }
    expect(asked).toBe(FAILURES_BEFORE_OPEN + 1);
  });

  it("that waits for others to end has its deadline all the same, and is no failure of the host", async () => {
    const openStream = httpStream(url);
    const open: ServerResponse[] = [];
    answer = (_, response) => {
      open.push(response);
      response.writeHead(200);
      response.write("a");
    };
    const streams = await Promise.all(
      Array.from({ length: MAX_STREAMS }, () => openStream(GET)),
    );
    const late = Array.from({ length: FAILURES_BEFORE_OPEN + 5 }, () =>
      openStream({ ...GET, deadlineMs: 50 }),
    );
    for (const outcome of await Promise.allSettled(late)) {
      expect(outcome).toMatchObject({
        status: "rejected",
        reason: { reason: "timeout" },
      });
    }
    expect(asked).toBe(MAX_STREAMS);
    for (const response of open) response.end();
    for (const stream of streams) expect(await bytesOf(stream)).toBe(1);
    answer = (_, response) => void response.end("ab");
    expect(await bytesOf(await openStream(GET))).toBe(2);
  });
});
