import { createServer, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { lookForLateRequests } from "./look-for-late.server";

let server: Server;
afterEach(() => void server.close());

it("a client that stops in the middle of a head is let go of as soon as it is late", async () => {
  server = createServer();
  server.headersTimeout = 40;
  server.requestTimeout = 80;
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  lookForLateRequests(server, 20);
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ");
  let answer = "";
  for await (const part of socket) answer += String(part);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
}, 5_000);
