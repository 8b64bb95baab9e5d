import type { Logger } from "pino";
import type { Part, Parts } from "./read-ahead";

/**
 * How an export ended: whole, given up by who asked, given up because nobody read on, or broken off because the data could
 * not be read.
 */
export type Ending = "complete" | "cancelled" | "stalled" | "failed";

/** What a file is taken at on a thin line. Whoever takes it more slowly, on the whole, is waited for no longer (R541). */
const SLOWEST_BYTES_PER_MS = 16;

interface Export {
  head: string;
  first: Part;
  parts: Parts;
  stalledMs: number;
  /** Aborted when whoever asked is gone, which cancels no stream that has not been begun. */
  gone: AbortSignal;
  log: Logger;
  /** Told once, with the rows that were sent. */
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
  // What is left of the time to wait for the reader: parts earn some, and it never grows beyond its beginning.
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
    // Somebody who stays must not take what there is for the whole; to those who are gone it makes no difference.
    if (ending === "stalled") {
      controller.error(new Error("nobody reads this file any more"));
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
