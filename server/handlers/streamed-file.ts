import type { Logger } from "pino";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { ExportSlot } from "~server/export-limit";

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

/** Reads all rows of a file and hands a reader for each page to `eachPage`, one at a time. */
export type ReadAll<Row> = (
  eachPage: (read: () => Promise<Row[]>) => Promise<void>,
) => Promise<void>;

interface Part {
  rows: number;
  text: string;
}

interface Parts {
  /** Null after the last row. Rejects on a read error, after the rows read before it. */
  next(): Promise<Part | null>;
}

/** Called thousands of times, and neighbouring rows compress well. */
const FAST = { level: 1 };

/** Buffers rows compressed, so a slow client holds no snapshot open. An abandoned export stops reading. */
export function readAhead<Row>(
  readAll: ReadAll<Row>,
  textOf: (rows: Row[]) => string,
  slot: ExportSlot,
): Parts {
  const kept: { rows: number; packed: Buffer }[] = [];
  let isEnded = false;
  let wake: () => void = () => undefined;
  const reading = readAll((read) =>
    slot.inTurn(async () => {
      const rows = await read();
      if (rows.length === 0) return;
      // Copy: zlib's result sits in a buffer five times its size.
      const packed = Buffer.from(deflateRawSync(textOf(rows), FAST));
      kept.push({ rows: rows.length, packed });
      wake();
    }),
  );
  // `next` reports the error; here nobody may be waiting.
  reading
    .catch(() => undefined)
    .finally(() => {
      isEnded = true;
      wake();
    });
  return {
    async next() {
      for (;;) {
        const part = kept.shift();
        if (part) {
          const text = inflateRawSync(part.packed).toString("utf8");
          return { rows: part.rows, text };
        }
        if (isEnded) return reading.then(() => null);
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}
