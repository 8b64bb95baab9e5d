import {
  createServer,
  request,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { ERRORS_PATH, listeningPage } from "./page-errors";

/** What may befall the scripts of a page on their way. */
export type Fault = "none" | "scripts refused" | "scripts slow";

/** The way from a client to the portal. */
export interface Line {
  origin: string;
  setFault(fault: Fault): void;
  /** Nobody answers any more, and what was under way is torn off. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** What the scripts of pages have complained about since the journey began. */
  errors: string[];
  close(): Promise<void>;
}

const SLOW_MS = 1_000;

function isScript({ url = "" }: IncomingMessage): boolean {
  return url.startsWith("/build/") && /\.js(\?|$)/.test(url);
}

/** Answers for the portal where the fault says so. */
async function answersInstead(
  fault: Fault,
  asked: IncomingMessage,
  answer: ServerResponse,
): Promise<boolean> {
  if (!isScript(asked)) return false;
  if (fault === "scripts refused") {
    answer.writeHead(403, { "content-type": "text/plain" }).end("Forbidden");
    return true;
  }
  if (fault === "scripts slow") await wait(SLOW_MS);
  return false;
}

function passOn(
  port: number,
  asked: IncomingMessage,
  answer: ServerResponse,
): void {
  const onward = request(
    {
      host: "127.0.0.1",
      port,
      method: asked.method,
      path: asked.url,
      headers: { ...asked.headers, "accept-encoding": "identity" },
      agent: false,
    },
    (got) => {
      got.once("error", () => answer.destroy());
      const isPage = got.headers["content-type"]?.startsWith("text/html");
      if (!isPage) {
        answer.writeHead(got.statusCode ?? 502, got.rawHeaders);
        got.pipe(answer);
        return;
      }
      void text(got).then((html) => {
        const headers = { ...got.headers };
        delete headers["content-length"];
        answer
          .writeHead(got.statusCode ?? 502, headers)
          .end(listeningPage(html, got.headers["content-security-policy"]));
      });
    },
  );
  onward.once("error", () => answer.destroy());
  answer.once("close", () => onward.destroy());
  asked.pipe(onward);
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((done, fail) => {
    server.once("error", fail);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", fail);
      done();
    });
  });
}

function hangUp(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });
}

/** Opens a line to the portal at the port: a port of its own, which stays the same when it is cut and mended. */
export async function openLine(portalPort: number): Promise<Line> {
  let fault: Fault = "none";
  const errors: string[] = [];
  const server = createServer((request, answer) => {
    if (request.url === ERRORS_PATH) {
      void text(request).then((error) => errors.push(error));
      answer.writeHead(204).end();
      return;
    }
    void answersInstead(fault, request, answer).then((answered) => {
      if (!answered) passOn(portalPort, request, answer);
    });
  });
  await listen(server, 0);
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    errors,
    setFault(next) {
      fault = next;
    },
    async cut() {
      if (server.listening) await hangUp(server);
    },
    async mend() {
      if (!server.listening) await listen(server, port);
    },
    async close() {
      if (server.listening) await hangUp(server);
    },
  };
}
