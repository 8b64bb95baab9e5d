import type { Incoming, Receipt, Receive } from "../../receive";

/** Something that stores messages for a test, when the test says so. */
export interface Receiver {
  receive: Receive;
  /** The messages that came, as text. */
  texts: string[];
  incoming: Incoming[];
  /** From now on messages wait for {@link Receiver.release}. */
  hold(): void;
  /** Answers a waiting message, the first with this text in it. */
  release(text: string): void;
}

const STORED: Receipt = { code: "AA", text: null, outcome: "stored" };

/** @param receiptOf what becomes of a message; throws where it cannot be stored */
export function testReceiver(
  receiptOf: (text: string) => Receipt = () => STORED,
): Receiver {
  const incoming: Incoming[] = [];
  const texts: string[] = [];
  const waiting: { text: string; go: () => void }[] = [];
  let isHeld = false;
  return {
    incoming,
    texts,
    hold: () => (isHeld = true),
    release(wanted) {
      const at = waiting.findIndex(({ text }) => text.includes(wanted));
      const [found] = waiting.splice(at, 1);
      if (at === -1 || !found) throw new Error(`nothing waits: ${wanted}`);
      found.go();
    },
    async receive(message) {
      const text = Buffer.from(message.bytes).toString();
      incoming.push(message);
      texts.push(text);
      if (isHeld) {
        await new Promise<void>((go) => waiting.push({ text, go }));
      }
      return receiptOf(text);
    },
  };
}

/** A message with a control id. */
export function adt(controlId: string, more = ""): string {
  return `MSH|^~\\&|PCC|MAPLE|||20260614101500||ADT^A08|${controlId}|P|2.5\rEVN||20260614\rPID|1||77^^^M^MR\r${more}`;
}
