import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { expect, it, vi } from "vitest";
import { whenOver } from "./when-over.server";

const REQUEST = "GET / HTTP/1.1\r\nHost: here\r\n\r\n";

it("an answer is over once when it is out, or when its connection is gone with others before it", async () => {
  const answers: ServerResponse[] = [];
  const over: number[] = [];
  const server = createServer((request, response) => {
    const at = answers.push(response) - 1;
    whenOver(request, response, () => over.push(at));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.write(REQUEST.repeat(4));
  await vi.waitFor(() => expect(answers).toHaveLength(4));
  answers[0]?.end();
  await vi.waitFor(() => expect(over).toEqual([0]));
  client.destroy();
  await vi.waitFor(() => expect(over.sort()).toEqual([0, 1, 2, 3]));
  server.close();
});
