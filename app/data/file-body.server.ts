import {
  UpstreamFailure,
  type UpstreamStream,
} from "./upstream-failure.server";

/** Whole, given up by the caller, or broken off. */
export type FileEnding = "complete" | "cancelled" | "broken";

export interface FileBodyOptions {
  /** How long the host may take for the next part; the time that nobody asks for one does not count. */
  idleMs: number;
  signal?: AbortSignal | undefined;
  ended: (how: FileEnding, error?: unknown) => void;
}

/** Reads nothing ahead. Fails if the host breaks off, so that a part of a file never passes for the whole. */
export function fileBody(
  source: Pick<UpstreamStream, "next" | "stop">,
  { idleMs, signal, ended }: FileBodyOptions,
): ReadableStream<Uint8Array> {
  let isOver = false;
  const end = (how: FileEnding, error?: unknown) => {
    if (isOver) return;
    isOver = true;
    if (how !== "complete") source.stop();
    ended(how, error);
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const giveUp = () => {
          if (isOver) return;
          end("cancelled");
          // Nobody is left who could take this for the end.
          controller.close();
        };
        if (signal?.aborted) giveUp();
        else signal?.addEventListener("abort", giveUp, { once: true });
      },
      async pull(controller) {
        try {
          const part = await withinLimit(source.next(), idleMs);
          if (isOver) return;
          if (part) {
            controller.enqueue(part);
            return;
          }
          end("complete");
          controller.close();
        } catch (error) {
          if (isOver) return;
          end("broken", error);
          throw error;
        }
      },
      cancel() {
        end("cancelled");
      },
    },
    { highWaterMark: 0 },
  );
}

/** The next part of a stream; throws where the host has sent nothing for too long. */
export async function withinLimit<T>(
  next: Promise<T>,
  limitMs: number,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new UpstreamFailure("timeout")), limitMs);
  });
  try {
    return await Promise.race([next, silence]);
  } finally {
    clearTimeout(timer);
  }
}
