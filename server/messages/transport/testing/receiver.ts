import type { Incoming, Receipt, Receive } from "../../receive";

export interface Receiver {
  receive: Receive;
  texts: string[];
  incoming: Incoming[];
  /** Messages now wait for {@link Receiver.release}. */
  hold(): void;
  /** Answers the first waiting message with this text. */
  release(text: string): void;
}

const STORED: Receipt = { code: "AA", text: null, outcome: "stored" };

/** `receiptOf` throws where storing fails. */
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

export function adt(controlId: string, more = ""): string {
  return `MSH|^~\\&|PCC|MAPLE|||20260614101500||ADT^A08|${controlId}|P|2.5\rEVN||20260614\rPID|1||77^^^M^MR\r${more}`;
}
