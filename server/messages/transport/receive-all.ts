import type { Clock } from "~server/clock/clock";
import {
  tooLarge,
  type Incoming,
  type Outcome,
  type Receipt,
  type Receive,
} from "../receive";
import { MLLP_LIMITS } from "./mllp-connection";

/** Messages stored together share a transaction. */
const AT_ONCE = 32;

export interface NotUsed {
  /** Counts from 1. */
  number: number;
  code: Receipt["code"];
  text: string;
}

interface FileOptions {
  receive: Receive;
  via: Incoming["via"];
  clock: Clock;
  onDone?(done: number): void;
  isStopping?(): boolean;
}

/** Takes a file's messages in order. Rejects if one could not be stored. */
export async function receiveAll(
  messages: readonly Uint8Array[],
  { receive, via, clock, onDone, isStopping = () => false }: FileOptions,
) {
  const counts = new Map<Outcome, number>();
  const notUsed: NotUsed[] = [];
  let next = 0;
  let done = 0;
  let isOver = false;

  async function takeOne(bytes: Uint8Array, number: number): Promise<void> {
    const { code, text, outcome } =
      bytes.length > MLLP_LIMITS.messageBytes
        ? tooLarge(MLLP_LIMITS.messageBytes)
        : await receive({ bytes, via, receivedAt: clock() });
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    if (code !== "AA") notUsed.push({ number, code, text: text ?? outcome });
    done += 1;
    onDone?.(done);
  }

  async function takeInTurn(): Promise<void> {
    try {
      while (!isOver && !isStopping() && next < messages.length) {
        const bytes = messages[next];
        next += 1;
        if (bytes) await takeOne(bytes, next);
      }
    } catch (error) {
      isOver = true;
      throw error;
    }
  }

  const turns = Array.from({ length: AT_ONCE }, takeInTurn);
  // Nothing may run on after a rejection.
  await Promise.allSettled(turns);
  await Promise.all(turns);
  notUsed.sort((a, b) => a.number - b.number);
  return { isWhole: done === messages.length, counts, notUsed };
}
