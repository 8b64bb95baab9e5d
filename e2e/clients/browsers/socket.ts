import { WebSocket } from "ws";

const ANSWERS_WITHIN_MS = 30_000;

/** Calls over a web socket as both protocols of browsers number and answer them. */
export interface Calls {
  call(method: string, params?: object): Promise<Record<string, unknown>>;
  close(): void;
}

interface Answer {
  id?: number;
  result?: Record<string, unknown>;
  error?: unknown;
  message?: string;
}

interface Waiting {
  done: (result: Record<string, unknown>) => void;
  fail: (error: Error) => void;
}

export async function openSocket(url: string): Promise<Calls> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await new Promise<void>((done, fail) => {
    socket.once("open", done).once("error", fail);
  });
  let last = 0;
  const waiting = new Map<number, Waiting>();
  socket.on("message", (data: Buffer) => {
    const answer = JSON.parse(data.toString("utf8")) as Answer;
    const asker = waiting.get(answer.id ?? 0);
    if (!asker) return;
    waiting.delete(answer.id ?? 0);
    if (answer.error === undefined) asker.done(answer.result ?? {});
    else {
      asker.fail(new Error(answer.message ?? JSON.stringify(answer.error)));
    }
  });
  socket.once("close", () => {
    for (const { fail } of waiting.values()) {
      fail(new Error("the browser hung up"));
    }
    waiting.clear();
  });
  return {
    call(method, params = {}) {
      last += 1;
      const id = last;
      return new Promise((done, fail) => {
        const timer = setTimeout(() => {
          waiting.delete(id);
          fail(new Error(`the browser does not answer ${method}`));
        }, ANSWERS_WITHIN_MS);
        waiting.set(id, {
          done: (result) => {
            clearTimeout(timer);
            done(result);
          },
          fail: (error) => {
            clearTimeout(timer);
            fail(error);
          },
        });
        socket.send(JSON.stringify({ id, method, params }));
      });
    },
    close: () => socket.close(),
  };
}
