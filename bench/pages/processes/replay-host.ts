import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { KeptAnswer } from "../answering-host";

/** An API host on a port of its own that knows some answers by their addresses; its parent sends them, and hears where it is. */
let answers: Record<string, KeptAnswer> = {};

process.on("message", (message) => {
  answers = message as typeof answers;
  process.send?.("known");
});
process.once("disconnect", () => process.exit(0));

const server = createServer((request, response) => {
  const answer = answers[request.url ?? ""];
  response.writeHead(answer?.status ?? 404, {
    "content-type": answer?.contentType ?? "text/plain",
  });
  response.end(answer?.text);
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => {
  process.send?.((server.address() as AddressInfo).port);
});
