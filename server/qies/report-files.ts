import { mkdirSync } from "node:fs";
import { open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";

/** Folder of finished reports in a data folder. */
export const REPORT_FOLDER = "reports";

/** A finished report: number of its request, and the claim of the attempt that made it. */
const FILE_NAME = /^\d{1,15}-[0-9a-f]{32}\.pdf$/;
const DRAFT_ENDING = ".part";
const PART_BYTES = 64 * 1024;

/** More than any report has; a host that sends without end must not fill the disk. */
const MAX_REPORT_BYTES = 50_000_000;

/** A file as bytes, or as a stream of them. */
export type FileContent =
  Uint8Array | AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** The finished reports of a folder, readable by their owner alone; data servers of one database share it. */
export interface ReportFiles {
  /**
   * Stores a file: whole and on the disk under its name, or not at all. Throws where it has more than 50 MB. Returns its
   * size in bytes.
   */
  write(
    name: string,
    content: FileContent,
    signal?: AbortSignal,
  ): Promise<number>;
  /** Size in bytes; null where there is no such file. */
  size(name: string): Promise<number | null>;
  /** The file part by part as it is asked for. It holds nothing open in between, so it may be left unread. */
  read(name: string): ReadableStream<Uint8Array>;
  remove(name: string): Promise<void>;
  /** All that is in the folder, half-written files too. */
  names(): Promise<string[]>;
}

/** Name of the file that an attempt makes; no other attempt has it. */
export function reportFileName(reportId: number, claim: string): string {
  return `${reportId}-${claim}.pdf`;
}

/** True for a name that {@link reportFileName} makes. */
export function isReportFileName(name: string): boolean {
  return FILE_NAME.test(name);
}

/** Number of the request that a file in {@link ReportFiles.names} was made for. */
export function reportIdOf(name: string): number {
  return Number(name.slice(0, name.indexOf("-")));
}

/** What the file in {@link ReportFiles.names} is, or becomes. */
export function finishedNameOf(name: string): string {
  return name.endsWith(DRAFT_ENDING)
    ? name.slice(0, -DRAFT_ENDING.length)
    : name;
}

export function openReportFiles(within: string): ReportFiles {
  const folder = path.join(within, REPORT_FOLDER);
  const placeOf = (name: string) => {
    if (!isReportFileName(finishedNameOf(name))) {
      throw new Error("that is not the name of a report file");
    }
    return path.join(folder, name);
  };

  return {
    async write(name, content, signal) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const place = placeOf(name);
      const draft = place + DRAFT_ENDING;
      try {
        const bytes = await writeWhole(draft, content, signal);
        await rename(draft, place);
        await flushFolder(folder);
        return bytes;
      } finally {
        await rm(draft, { force: true });
      }
    },
    async size(name) {
      try {
        const { size } = await stat(placeOf(name));
        return size;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    read: (name) => streamOf(placeOf(name)),
    remove: (name) => rm(placeOf(name), { force: true }),
    async names() {
      try {
        const names = await readdir(folder);
        return names.filter((name) => isReportFileName(finishedNameOf(name)));
      } catch (error) {
        if (isMissing(error)) return [];
        throw error;
      }
    },
  };
}

async function writeWhole(
  place: string,
  content: FileContent,
  signal?: AbortSignal,
): Promise<number> {
  const file = await open(place, "wx", 0o600);
  try {
    let bytes = 0;
    const parts = content instanceof Uint8Array ? [content] : content;
    for await (const part of parts) {
      signal?.throwIfAborted();
      bytes += part.byteLength;
      if (bytes > MAX_REPORT_BYTES) throw new Error("the report is too large");
      await file.writeFile(part);
    }
    await file.sync();
    return bytes;
  } finally {
    await file.close();
  }
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function streamOf(place: string): ReadableStream<Uint8Array> {
  let position = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const file = await open(place, "r");
        try {
          const buffer = new Uint8Array(PART_BYTES);
          const { bytesRead } = await file.read(
            buffer,
            0,
            PART_BYTES,
            position,
          );
          if (bytesRead === 0) {
            controller.close();
            return;
          }
          position += bytesRead;
          controller.enqueue(buffer.subarray(0, bytesRead));
        } finally {
          await file.close();
        }
      },
    },
    { highWaterMark: 0 },
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
