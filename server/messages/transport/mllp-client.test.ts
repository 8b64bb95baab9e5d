import {
  createServer,
  type AddressInfo,
  type Server,
  type Socket,
  connect,
} from "node:net";
import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import { FrameReader, framed } from "./mllp-frames";
import { openSender, type MllpSender } from "./mllp-client";

let server: Server | undefined;
let sender: MllpSender | undefined;
const sockets = new Set<Socket>();
afterEach(async () => {
  sender?.close();
  sockets.forEach((socket) => socket.destroy());
  sockets.clear();
  if (server) await new Promise((closed) => server?.close(closed));
  server = sender = undefined;
});

/** Something that answers each message with its text, or as `act` does; counts them over all connections. */
async function echo(act: (socket: Socket, count: number) => boolean) {
  let count = 0;
  server = createServer((socket) => {
    sockets.add(socket);
    const reader = new FrameReader(1_000);
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      for (const { bytes } of reader.push(chunk)) {
        count += 1;
        if (act(socket, count)) socket.write(framed(bytes));
      }
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  sender = openSender({
    connect: () => connect({ port, host: "127.0.0.1" }),
    attempts: 3,
    retryMs: 1,
    answerMs: 60_000,
  });
  return sender;
}

async function answerTo(one: MllpSender, text: string): Promise<string> {
  return Buffer.from(await one.send(Buffer.from(text))).toString();
}

test("messages go one after the other, each with its answer", async () => {
  const one = await echo(() => true);
  expect(await answerTo(one, "a")).toBe("a");
  expect(await answerTo(one, "b")).toBe("b");
  expect(sockets.size).toBe(1);
});

test("a message whose connection is lost is sent again", async () => {
  const one = await echo((socket, count) => {
    if (count === 1) socket.destroy();
    return count !== 1;
  });
  expect(await answerTo(one, "a")).toBe("a");
});

test("a connection that is lost between two messages is made again", async () => {
  const one = await echo((socket, count) => {
    if (count === 1) socket.end(framed(Buffer.from("bye")));
    return count !== 1;
  });
  expect(await answerTo(one, "a")).toBe("bye");
  expect(await answerTo(one, "b")).toBe("b");
});

test("after its last attempt a message is given up", async () => {
  const one = await echo((socket) => {
    socket.destroy();
    return false;
  });
  await expect(answerTo(one, "a")).rejects.toThrow();
});
