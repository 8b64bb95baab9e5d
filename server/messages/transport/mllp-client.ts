import { on } from "node:events";
import type { Socket } from "node:net";
import { setTimeout as pass } from "node:timers/promises";
import { FrameReader, framed } from "./mllp-frames";

const ANSWER_BYTES = 100_000;

interface SenderOptions {
  connect(): Socket;
  attempts: number;
  retryMs: number;
  answerMs: number;
}

export type MllpSender = ReturnType<typeof openSender>;

export function openSender(options: SenderOptions) {
  const { connect, attempts, retryMs, answerMs } = options;
  let socket: Socket | null = null;

  async function ask(message: Uint8Array): Promise<Uint8Array> {
    // The next message reveals a lost connection.
    const current = (socket ??= connect().on("error", () => undefined));
    const reader = new FrameReader(ANSWER_BYTES);
    const signal = AbortSignal.timeout(answerMs);
    try {
      current.write(framed(message));
      const chunks = on(current, "data", { signal, close: ["close"] });
      if (!current.destroyed) {
        for await (const [chunk] of chunks as AsyncIterable<[Buffer]>) {
          const [frame] = reader.push(chunk);
          if (frame) return frame.bytes;
        }
      }
      throw new Error("the connection was closed");
    } catch (error) {
      current.destroy();
      socket = null;
      if (!signal.aborted) throw error;
      throw new Error(`no answer came within ${answerMs / 1000} s`);
    }
  }

  return {
    /** Resolves with the answer; resends on a new connection if one is lost. */
    async send(message: Uint8Array) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await ask(message);
        } catch (error) {
          if (attempt >= attempts) throw error;
        }
        await pass(retryMs);
      }
    },
    close: () => socket?.end(),
  };
}
