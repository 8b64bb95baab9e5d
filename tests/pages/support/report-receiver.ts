import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedReport {
  /** Path, headers and body, byte by byte as they came. */
  bytes: string;
  /** The event of the envelope: its third line. */
  event: Record<string, unknown>;
}

/** An error-reporting service of Sentry's kind on a loopback port. */
export interface ReportReceiver {
  dsn: string;
  received: ReceivedReport[];
  /** How it answers; a receiver that does nothing hangs. */
  answerWith(answer: (response: ServerResponse) => void): void;
  stop(): Promise<void>;
}

export async function startReportReceiver(): Promise<ReportReceiver> {
  const received: ReceivedReport[] = [];
  const accept = (response: ServerResponse) => void response.end("{}");
  let answer: (response: ServerResponse) => void = accept;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      const [, , event = "null"] = body.split("\n");
      received.push({
        bytes: [request.url, ...request.rawHeaders, body].join("\n"),
        event: JSON.parse(event) as Record<string, unknown>,
      });
      answer(response);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    dsn: `http://0123abcd@127.0.0.1:${port}/7`,
    received,
    answerWith: (next) => {
      answer = next;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
