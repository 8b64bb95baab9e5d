import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { ExportSlot } from "~server/export-limit";

/** Reads all rows of a file, giving what reads a page to `eachPage`, one after the other. */
export type ReadAll<Row> = (
  eachPage: (read: () => Promise<Row[]>) => Promise<void>,
) => Promise<void>;

export interface Part {
  rows: number;
  text: string;
}

export interface Parts {
  /** The next rows; null after the last. Rejects as what reads them does, after the rows that it has read. */
  next(): Promise<Part | null>;
}

/** It is done thousands of times, and a row has much in common with the one before. */
const FAST = { level: 1 };

/**
 * The rows of a file in parts. They are read at once, page by page when it is this export's turn, and kept packed until
 * somebody takes them: a slow line holds no snapshot open. An export that is given up reads nothing more.
 */
export function readAhead<Row>(
  readAll: ReadAll<Row>,
  textOf: (rows: Row[]) => string,
  slot: ExportSlot,
): Parts {
  const kept: { rows: number; packed: Buffer }[] = [];
  let isEnded = false;
  let tell: () => void = () => undefined;
  const reading = readAll((read) =>
    slot.inTurn(async () => {
      const rows = await read();
      if (rows.length === 0) return;
      // Copied: what zlib gives lies in a block five times its size.
      const packed = Buffer.from(deflateRawSync(textOf(rows), FAST));
      kept.push({ rows: rows.length, packed });
      tell();
    }),
  );
  // Whoever takes the rows is told; nobody may be waiting yet, or any more.
  reading
    .catch(() => undefined)
    .finally(() => {
      isEnded = true;
      tell();
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
        await new Promise<void>((resolve) => (tell = resolve));
      }
    },
  };
}
