import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { WebSocket } from "ws";

const ANSWERS_WITHIN_MS = 30_000;

interface Answer {
  id?: number;
  result?: Record<string, unknown>;
  error?: unknown;
  message?: string;
}

/** Calls over a web socket as both protocols of browsers number and answer them. */
export async function openSocket(url: string) {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await once(socket, "open");
  let last = 0;
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.on("message", (data: Buffer) => {
    const answer = JSON.parse(data.toString("utf8")) as Answer;
    waiting.get(answer.id ?? 0)?.(answer);
  });
  socket.once("close", () => {
    for (const answer of waiting.values()) answer({ error: "it hung up" });
  });
  return {
    async call(method: string, params = {}): Promise<Record<string, unknown>> {
      last += 1;
      const id = last;
      const answered = new Promise<Answer>((done) => waiting.set(id, done));
      socket.send(JSON.stringify({ id, method, params }));
      const late = wait<Answer>(
        ANSWERS_WITHIN_MS,
        { error: "no answer" },
        {
          ref: false,
        },
      );
      const { result, error, message } = await Promise.race([answered, late]);
      waiting.delete(id);
      if (error === undefined) return result ?? {};
      throw new Error(`${method}: ${message ?? JSON.stringify(error)}`);
    },
    close: () => socket.close(),
  };
}
