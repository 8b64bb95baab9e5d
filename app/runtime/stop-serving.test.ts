import { once } from "node:events";
import { createServer } from "node:http";
import type { RequestListener, Server, ServerResponse } from "node:http";
import { connect } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { describe, expect, it, vi, onTestFinished } from "vitest";
import { watchForStop } from "./stop-serving.server";

const ASK = "GET /page HTTP/1.1\r\nHost: portal.test\r\n\r\n";

/** What one connection got, and how it ended. */
interface Client {
  socket: Socket;
  got(): string;
  /** Resolves when the connection is over, with the code of the error that ended it, if one did. */
  over: Promise<string | undefined>;
}

async function serving(answer: RequestListener): Promise<{
  server: Server;
  stop: () => Promise<void>;
  client(): Client;
}> {
  const server = createServer(answer);
  const stop = watchForStop(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { server, stop, client: () => openClient(port) };
}

function openClient(port: number): Client {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  let text = "";
  let code: string | undefined;
  socket.setEncoding("latin1").on("data", (part: string) => (text += part));
  socket.on("error", (error: NodeJS.ErrnoException) => (code = error.code));
  return {
    socket,
    got: () => text,
    over: once(socket, "close").then(() => code),
  };
}

function answers({ got }: Client): number {
  return got().split("HTTP/1.1 200 OK").length - 1;
}

const hello: RequestListener = (_, response) => {
  response.end("hello");
};

describe("a server that stops", () => {
  it("answers a request that has come on an idle connection but was not read", async () => {
    const { stop, client } = await serving(hello);
    const one = client();
    one.socket.write(ASK);
    await expect.poll(() => answers(one)).toBe(1);
    one.socket.write(ASK);
    await stop();
    expect(await one.over).toBeUndefined();
    expect(answers(one)).toBe(2);
    expect(one.got().match(/Connection: \S+/g)).toEqual([
      "Connection: keep-alive",
      "Connection: close",
    ]);
  });

  it("answers connections that were made but not met", async () => {
    const { stop, client } = await serving(hello);
    const clients = Array.from({ length: 40 }, () => client());
    for (const { socket } of clients) socket.write(ASK);
    await stop();
    for (const one of clients) {
      expect(await one.over).toBeUndefined();
      expect(answers(one)).toBe(1);
    }
  });

  it("takes no more connections after a second, where they do not end", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
    const { server, stop, client } = await serving(hello);
    let met = 0;
    const stopping = stop();
    server.on("connection", () => {
      met += 1;
      vi.advanceTimersByTime(50);
      client();
    });
    client();
    vi.advanceTimersByTime(500);
    await stopping;
    expect(met).toBe(10);
  });

  it("lets an answer that is written, but has not left, leave whole", async () => {
    const size = 30_000_000;
    const { server, stop, client } = await serving((_, response) => {
      response.end("x".repeat(size));
    });
    const one = client();
    one.socket.write(ASK);
    await once(one.socket, "data");
    one.socket.pause();
    const stopped = stop();
    // From then on idle connections are gone.
    await expect.poll(() => server.listening).toBe(false);
    one.socket.resume();
    await stopped;
    expect(await one.over).toBeUndefined();
    expect(one.got().length).toBeGreaterThan(size);
  });

  it("waits for what is under way, also for a request that has come in part, and for nothing else", async () => {
    const waiting: ServerResponse[] = [];
    const { stop, client } = await serving((_, response) => {
      waiting.push(response);
    });
    const [busy, partial, silent] = [client(), client(), client()];
    busy.socket.write(ASK);
    await expect.poll(() => waiting.length).toBe(1);
    partial.socket.write(ASK.slice(0, 20));
    const stopped = vi.fn();
    const stopping = stop().then(stopped);
    expect(await silent.over).toBeUndefined();
    partial.socket.write(ASK.slice(20));
    await expect.poll(() => waiting.length).toBe(2);
    expect(stopped).not.toHaveBeenCalled();
    for (const response of waiting) response.end("hello");
    await stopping;
    expect(await busy.over).toBeUndefined();
    expect(await partial.over).toBeUndefined();
    expect([answers(busy), answers(partial)]).toEqual([1, 1]);
  });

  it("answers every request of a connection that sends several at once", async () => {
    const waiting: ServerResponse[] = [];
    const { stop, client } = await serving((_, response) => {
      waiting.push(response);
    });
    const one = client();
    one.socket.write(ASK + ASK);
    await expect.poll(() => waiting.length).toBe(2);
    const stopping = stop();
    one.socket.write(ASK);
    await expect.poll(() => waiting.length).toBe(3);
    for (const response of waiting) response.end("hello");
    await stopping;
    expect(await one.over).toBeUndefined();
    expect(answers(one)).toBe(3);
    expect(one.got().match(/Connection: close/g)).toHaveLength(1);
  });

  it("closes a connection whose answer had begun before, once it is out", async () => {
    let response: ServerResponse | undefined;
    const { stop, client } = await serving((_, answer) => {
      answer.write("hel");
      response = answer;
    });
    const one = client();
    one.socket.write(ASK);
    await expect.poll(() => answers(one)).toBe(1);
    const stopping = stop();
    response?.end("lo");
    await stopping;
    expect(await one.over).toBeUndefined();
    expect(one.got()).toMatch(/lo\r\n0\r\n\r\n$/);
  });

  it("stops once, however often it is asked", async () => {
    const { stop } = await serving(hello);
    expect(stop()).toBe(stop());
    await stop();
  });

  it("gives up what hangs, within nine seconds", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const asked = vi.fn();
    const { stop, client } = await serving(asked);
    const one = client();
    one.socket.write(ASK);
    const stopping = stop();
    while (asked.mock.calls.length === 0) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    vi.advanceTimersByTime(9_000);
    await stopping;
    await one.over;
    expect(answers(one)).toBe(0);
  });
});
