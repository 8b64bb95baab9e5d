import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { ExportSlot } from "~server/export-limit";

/** Reads all rows of a file and hands a reader for each page to `eachPage`, one at a time. */
export type ReadAll<Row> = (
  eachPage: (read: () => Promise<Row[]>) => Promise<void>,
) => Promise<void>;

export interface Part {
  rows: number;
  text: string;
}

export interface Parts {
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
