import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startMockHost } from "~mocks/host";

/** What the portal asked for, as `GET /path?query`. */
export interface RecordingHost {
  url: string;
  calls: string[];
  /** Has each JSON answer pass through this on its way; the path comes without its query. */
  change(
    answer: ((body: unknown, method: string, path: string) => unknown) | null,
  ): void;
  stop(): Promise<void>;
}

/** The mocks on a port, behind somebody who writes down what is asked and may change what is answered. */
export async function startRecordingHost(): Promise<RecordingHost> {
  const mock = await startMockHost();
  const calls: string[] = [];
  let change: Parameters<RecordingHost["change"]>[0] = null;
  const server = createServer((request, response) => {
    const { method = "GET", url = "/" } = request;
    calls.push(`${method} ${url}`);
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const headers = new Headers();
      for (const [name, value] of Object.entries(request.headers)) {
        const isOurs = /^(x-|content-type$)/.test(name);
        if (isOurs && typeof value === "string") headers.set(name, value);
      }
      const body = method === "GET" ? undefined : Buffer.concat(chunks);
      void fetch(mock.url + url, {
        method,
        headers,
        ...(body?.length ? { body } : {}),
      }).then(async (answer) => {
        const text = await answer.text();
        const type = answer.headers.get("content-type") ?? "";
        const isJson = type.includes("json");
        response.writeHead(answer.status, type ? { "content-type": type } : {});
        response.end(
          change && isJson
            ? JSON.stringify(
                change(JSON.parse(text), method, url.split("?", 1)[0] ?? ""),
              )
            : text,
        );
      });
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    change: (next) => (change = next),
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await mock.close();
    },
  };
}
