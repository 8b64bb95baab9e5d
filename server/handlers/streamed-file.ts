import type { Logger } from "pino";
import type { Part, Parts } from "./read-ahead";

/** cancelled: the client left. stalled: it stopped reading. failed: the data could not be read. */
export type Ending = "complete" | "cancelled" | "stalled" | "failed";

/** The speed of a slow line. A client that is slower on average is dropped (R541). */
const SLOWEST_BYTES_PER_MS = 16;

interface Export {
  head: string;
  first: Part;
  parts: Parts;
  stalledMs: number;
  /** Aborted when the client leaves; a stream that has not started is not cancelled then. */
  gone: AbortSignal;
  log: Logger;
  ended: (rows: number, ending: Ending) => void;
}

export function streamOf({
  head,
  first,
  parts,
  stalledMs,
  gone,
  log,
  ended,
}: Export): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let kept: Part | null = first;
  let sent = 0;
  let hasEnded = false;
  let stall: NodeJS.Timeout | undefined;
  // Remaining time to wait for the client: each part sent earns some, up to the initial value.
  let patienceMs = stalledMs;
  let givenAt = performance.now();
  const end = (ending: Ending) => {
    clearTimeout(stall);
    hasEnded = true;
    ended(sent, ending);
  };
  const giveUp = (
    controller: ReadableStreamDefaultController<Uint8Array>,
    ending: "cancelled" | "stalled",
  ) => {
    if (hasEnded) return;
    end(ending);
    // A client that is still there must see that the file is incomplete.
    if (ending === "stalled") {
      controller.error(new Error("the client stopped reading"));
    } else controller.close();
  };
  const giveUpUnlessRead = (
    controller: ReadableStreamDefaultController<Uint8Array>,
  ) => {
    givenAt = performance.now();
    stall = setTimeout(() => giveUp(controller, "stalled"), patienceMs);
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        giveUpUnlessRead(controller);
        const leave = () => giveUp(controller, "cancelled");
        if (gone.aborted) leave();
        else gone.addEventListener("abort", leave, { once: true });
      },
      async pull(controller) {
        clearTimeout(stall);
        patienceMs -= performance.now() - givenAt;
        try {
          const part = kept ?? (await parts.next());
          if (hasEnded) return;
          if (!part) {
            end("complete");
            controller.close();
            return;
          }
          kept = null;
          const text = sent === 0 ? head + part.text : part.text;
          sent += part.rows;
          const bytes = encoder.encode(text);
          controller.enqueue(bytes);
          const earnedMs = bytes.length / SLOWEST_BYTES_PER_MS;
          patienceMs = Math.min(stalledMs, patienceMs + earnedMs);
          giveUpUnlessRead(controller);
        } catch (error) {
          if (hasEnded) return;
          log.error({ event: "api.error", err: error });
          end("failed");
          throw error;
        }
      },
      cancel() {
        if (!hasEnded) end("cancelled");
      },
    },
    { highWaterMark: 0 },
  );
}
