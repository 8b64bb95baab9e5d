import type { DataServer } from "~server/data-server";

/** An answer of the data server, kept to be given again. */
interface KeptAnswer {
  status: number;
  contentType: string;
  text: string;
}

type Host = Pick<DataServer, "fetch" | "ready" | "close">;

/** The data server itself; the same, with its answers kept; or what was kept, `afterMs` later. */
type Source = "own" | "keeping" | "memory";

/** Stands where the portal looks for the data server of its process, and passes calls on to it until told otherwise. */
export interface AnsweringHost extends Host {
  answerFrom(source: Source, afterMs?: number): void;
  /** The GET calls since the last time that this was asked: how long each took. */
  takeCalls(): { ms: number }[];
}

export function answeringHost(own: Host): AnsweringHost {
  const kept = new Map<string, KeptAnswer>();
  let calls: ReturnType<AnsweringHost["takeCalls"]> = [];
  let source: Source = "keeping";
  let waitMs = 0;

  async function answer(request: Request, address: string): Promise<Response> {
    const known =
      source === "memory" ? kept.get(keyOf(request, address)) : undefined;
    if (known) {
      if (waitMs > 0) await new Promise((over) => setTimeout(over, waitMs));
      return new Response(known.text || null, {
        status: known.status,
        headers: { "content-type": known.contentType },
      });
    }
    const response = await own.fetch(request);
    if (request.method !== "GET" || source !== "keeping") return response;
    const { status, headers } = response;
    const contentType = headers.get("content-type") ?? "";
    const text = await response.clone().text();
    kept.set(keyOf(request, address), { status, contentType, text });
    return response;
  }

  return {
    answerFrom(from, afterMs = 0) {
      source = from;
      waitMs = afterMs;
    },
    takeCalls() {
      const taken = calls;
      calls = [];
      return taken;
    },
    async fetch(request) {
      const started = performance.now();
      const { pathname, search } = new URL(request.url);
      const address = pathname + search;
      const response = await answer(request, address);
      if (request.method === "GET") {
        const ms = performance.now() - started;
        calls.push({ ms });
      }
      return response;
    },
    ready: own.ready,
    close: own.close,
  };
}

/** What one account is answered is not for another. */
function keyOf({ headers }: Request, address: string): string {
  return `${headers.get("x-access-token") ?? ""} ${address}`;
}
