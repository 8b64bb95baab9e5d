import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { isJson } from "~/features/messages/rules/message-segments";
import { acknowledgmentOf } from "~/features/messages/rules/hl7/acknowledgment";
import {
  decodeMessage,
  encodeText,
} from "~/features/messages/rules/hl7/charset";
import type { Clock, After } from "~server/clock/clock";
import { tooLarge, type Receipt, type Receive } from "../receive";
import { FrameReader, framed, type Frame } from "./mllp-frames";
import type { Traffic } from "./traffic";

/** What a sender may ask of the port (R269). */
export const MLLP_LIMITS = {
  /** An ADT message has some kilobytes. With all connections in the middle of one, this is 100 MB of memory, and those that wait for their answers are beside it. */
  messageBytes: 1_000_000,
  /** A larger message is read to its end, so that its sender gets an answer and goes on. One without end is cut off. */
  endlessBytes: 16_000_000,
  /** A sender has one connection or a few; an operator has some tens of senders. */
  connections: 100,
  /** Messages of a connection that wait for their answers. Senders that do not wait are held up here. */
  unanswered: 64,
  /** The same in bytes: 200 MB with all connections, and a packet more of each, which may bring more than either limit. */
  unansweredBytes: 2_000_000,
  /** From a message's first byte to its last. The largest one comes at 17 KB a second; a sender that trickles is cut off. */
  messageMs: 60_000,
  /** How long the CR behind an FS may take, from senders that leave it out. */
  frameEndMs: 1_000,
  /** A sender that takes no answer for so long is gone, or means harm. */
  drainMs: 30_000,
  /** A handshake of TLS takes a few packets. */
  handshakeMs: 10_000,
  /** When the feed stops: what was received is answered until then. The process ends after nine seconds. */
  closeMs: 6_000,
  /** After the last answer, so that it arrives: closing at once with unread bytes would take it back. */
  lingerMs: 2_000,
};

export type MllpLimits = typeof MLLP_LIMITS;

export interface ConnectionDeps {
  receive: Receive;
  limits: MllpLimits;
  after: After;
  clock: Clock;
  traffic: Traffic;
  nextControlId(): string;
}

const MOST_NAMES = 20;

/** Bytes of a message that is too large in which its header is looked for. */
const HEAD_BYTES = 10_000;

/** Said of all that is JSON; nothing of it is stored. */
const FHIR_BY_MLLP: Receipt = {
  code: "AR",
  text: "FHIR is taken as files, not by MLLP",
  outcome: "refused",
};

/**
 * Takes the messages of a connection, and answers them in their order; they are stored at the same time. Where one cannot be
 * stored, neither it nor any after it is answered, and the connection ends: the sender sends them again
 * (R268).
 *
 * @returns what ends the connection when all that has come is answered
 */
export function serveConnection(
  socket: Socket,
  deps: ConnectionDeps,
): () => void {
  const connection = new Connection(socket, deps);
  socket.on("data", (chunk: Buffer) => connection.read(chunk));
  socket.on("drain", () => connection.drained());
  socket.on("end", () => connection.ended());
  // What is wrong with a connection ends it, and nothing else.
  socket.on("error", () => socket.destroy());
  socket.on("close", () => connection.closed());
  return () => connection.stop();
}

class Connection {
  readonly #reader: FrameReader;
  readonly #peer: readonly string[];
  readonly #wholeMessage: Deadline;
  readonly #frameEnd: Deadline;
  readonly #drained: Deadline;
  readonly #lingering: Deadline;
  #unanswered = 0;
  #unansweredBytes = 0;
  #answered: Promise<void> = Promise.resolve();
  #timedMessage = 0;
  /** No more is taken. */
  #isEnding = false;
  /** No more is answered. */
  #isOver = false;

  constructor(
    private readonly socket: Socket,
    private readonly deps: ConnectionDeps,
  ) {
    const { limits, after } = deps;
    this.#peer = peerOf(socket);
    this.#reader = new FrameReader(limits.messageBytes);
    this.#wholeMessage = new Deadline(after);
    this.#frameEnd = new Deadline(after);
    this.#drained = new Deadline(after);
    this.#lingering = new Deadline(after);
  }

  read(chunk: Buffer): void {
    if (this.#isEnding) return;
    this.#take(this.#reader.push(chunk));
    const pending = this.#reader.pendingBytes ?? 0;
    if (pending > this.deps.limits.endlessBytes) this.#cutOff();
    this.#settle();
  }

  drained(): void {
    this.#drained.clear();
    this.#settle();
  }

  ended(): void {
    if (!this.#isEnding) this.#take(this.#reader.endThere());
    this.stop();
  }

  stop(): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.socket.pause();
    this.#wholeMessage.clear();
    this.#frameEnd.clear();
    void this.#answered.then(() => this.#finish());
  }

  closed(): void {
    this.#isEnding = this.#isOver = true;
    this.#wholeMessage.clear();
    this.#frameEnd.clear();
    this.#drained.clear();
    this.#lingering.clear();
  }

  /** Ends it so that what was written arrives, and reads on until then. */
  #finish(): void {
    if (this.#isOver) return;
    this.#isOver = this.#isEnding = true;
    this.#wholeMessage.clear();
    this.#frameEnd.clear();
    this.socket.end();
    this.socket.resume();
    const { lingerMs } = this.deps.limits;
    this.#lingering.set(lingerMs, () => this.socket.destroy());
  }

  #cutOff(): void {
    this.deps.traffic.count("connections_cut_off");
    this.socket.destroy();
  }

  #take(frames: readonly Frame[]): void {
    for (const frame of frames) {
      const { length } = frame.bytes;
      this.#unanswered += 1;
      this.#unansweredBytes += length;
      const answer = answerTo(frame, this.#peer, this.deps);
      // The one before may take longer, and this one fail first.
      answer.catch(() => undefined);
      this.#answered = this.#answered
        .then(async () => this.#write(await answer))
        .catch((error: unknown) => {
          this.deps.traffic.failed(error);
          this.#finish();
        })
        .then(() => {
          this.#unanswered -= 1;
          this.#unansweredBytes -= length;
          this.#settle();
        });
    }
  }

  #write(answer: Uint8Array | null): void {
    if (this.#isOver || this.socket.destroyed || !answer) return;
    const isTaken = this.socket.write(framed(answer));
    if (isTaken || this.#drained.isSet) return;
    this.#drained.set(this.deps.limits.drainMs, () => this.#cutOff());
  }

  /** Holds the sender up where it is ahead, and gives the message that is coming its time. */
  #settle(): void {
    if (this.#isEnding || this.socket.destroyed) return;
    const { limits } = this.deps;
    const isAhead =
      this.#unanswered >= limits.unanswered ||
      this.#unansweredBytes >= limits.unansweredBytes ||
      this.socket.writableNeedDrain;
    if (isAhead) this.socket.pause();
    else this.socket.resume();
    if (isAhead || this.#reader.pendingBytes === null) {
      this.#wholeMessage.clear();
    } else if (
      !this.#wholeMessage.isSet ||
      this.#timedMessage !== this.#reader.begun
    ) {
      this.#timedMessage = this.#reader.begun;
      this.#wholeMessage.set(limits.messageMs, () => this.#cutOff());
    }
    if (!this.#reader.awaitsEnd) this.#frameEnd.clear();
    else if (!this.#frameEnd.isSet) {
      this.#frameEnd.set(limits.frameEndMs, () => {
        this.#take(this.#reader.endThere());
        this.#settle();
      });
    }
  }
}

class Deadline {
  #callOff: (() => void) | null = null;

  constructor(private readonly after: After) {}

  get isSet(): boolean {
    return this.#callOff !== null;
  }

  clear(): void {
    this.#callOff?.();
    this.#callOff = null;
  }

  set(ms: number, work: () => void): void {
    this.clear();
    this.#callOff = this.after(ms, () => {
      this.#callOff = null;
      work();
    });
  }
}

/** Who is at the other end: the address, and the names of a certificate that was checked. */
function peerOf(socket: Socket): string[] {
  const address = socket.remoteAddress ?? "";
  if (!(socket instanceof TLSSocket) || !socket.authorized) return [address];
  const { subject, subjectaltname = "" } = socket.getPeerCertificate();
  const names = [subject?.CN ?? [], subjectaltname.split(", ")]
    .flat()
    .map((name) => name.replace(/^DNS:/, ""));
  return [address, ...names.slice(0, MOST_NAMES)];
}

async function answerTo(
  { bytes, isTooLarge }: Frame,
  peer: readonly string[],
  { receive, limits, clock, traffic, nextControlId }: ConnectionDeps,
): Promise<Uint8Array | null> {
  const receivedAt = clock();
  const head = isTooLarge ? bytes.subarray(0, HEAD_BYTES) : bytes;
  const { text, charset } = decodeMessage(head);
  const receipt = isTooLarge
    ? tooLarge(limits.messageBytes)
    : isJson(text)
      ? FHIR_BY_MLLP
      : await receive({ bytes, via: "mllp", receivedAt, peer });
  traffic.count(isTooLarge ? "too_large" : receipt.outcome);
  const answer = acknowledgmentOf(text, {
    code: receipt.code,
    text: receipt.text,
    controlId: nextControlId(),
    at: clock(),
  });
  return answer === null ? null : encodeText(answer, charset);
}
