import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { isJson } from "~/features/messages/rules/hl7/er7";
import { acknowledgmentOf } from "~/features/messages/rules/hl7/acknowledgment";
import {
  decodeMessage,
  encodeText,
} from "~/features/messages/rules/hl7/charset";
import type { Clock, After } from "~server/clock/clock";
import {
  MESSAGE_BYTES,
  tooLarge,
  type Receipt,
  type Receive,
} from "../receive";
import { FrameReader, framed, type Frame } from "./mllp-frames";
import type { Traffic } from "./traffic";

/** What a sender may demand (R269): all connections take 300 MB at most. */
export const MLLP_LIMITS = {
  messageBytes: MESSAGE_BYTES,
  /** Larger messages are read to the end and answered; an endless one is cut off. */
  endlessBytes: 16_000_000,
  connections: 100,
  /** Unanswered messages of a connection at which the port stops reading. */
  unanswered: 64,
  unansweredBytes: 2_000_000,
  /** Limit from a message's first byte to its last. */
  messageMs: 60_000,
  /** Waits for the CR after an FS: some senders omit it. */
  frameEndMs: 1_000,
  /** Limit for a sender that reads no answers. */
  drainMs: 30_000,
  handshakeMs: 10_000,
  /** Limit at the feed's stop: the process ends after nine seconds. */
  closeMs: 6_000,
  /** Pause after the last answer: closing early with unread bytes would revoke it. */
  lingerMs: 2_000,
};

export type MllpLimits = typeof MLLP_LIMITS;

export interface ConnectionDeps {
  receive: Receive;
  limits: MllpLimits;
  after: After;
  clock: Clock;
  traffic: Traffic;
}

const MOST_NAMES = 20;

const HEAD_BYTES = 10_000;

const FHIR_BY_MLLP: Receipt = {
  code: "AR",
  text: "FHIR is taken as files, not by MLLP",
  outcome: "refused",
};

/**
 * Answers a connection's messages in order while storing them at the same time. If one cannot be stored, it and later
 * ones get no answer, and the connection ends (R268). The result ends the connection after all answers.
 */
export function serveConnection(
  socket: Socket,
  deps: ConnectionDeps,
): () => void {
  const connection = new Connection(socket, deps);
  socket.on("data", (chunk: Buffer) => connection.read(chunk));
  socket.on("drain", () => connection.drained());
  socket.on("end", () => connection.ended());
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
  /** Accepts no more messages. */
  #isEnding = false;
  /** Sends no more answers. */
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

  /** Reads on until the answers have arrived. */
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
      // It may fail before its turn.
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

  /** Stops reading from a fast sender; times the incoming message. */
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

/** The address and the verified certificate's names. */
function peerOf(socket: Socket): string[] {
  const address = socket.remoteAddress ?? "";
  if (!(socket instanceof TLSSocket) || !socket.authorized) return [address];
  const { subject, subjectaltname = "" } = socket.getPeerCertificate();
  const names = [subject?.CN ?? [], subjectaltname.split(", ")]
    .flat()
    .map((name) => name.replace(/^DNS:/, ""));
  return [address, ...names.slice(0, MOST_NAMES)];
}

const OF_THIS_PROCESS = randomBytes(4).toString("hex").toUpperCase();
let answers = 0;

async function answerTo(
  { bytes, isTooLarge }: Frame,
  peer: readonly string[],
  { receive, limits, clock, traffic }: ConnectionDeps,
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
  answers += 1;
  const answer = acknowledgmentOf(text, {
    ...receipt,
    controlId: `${OF_THIS_PROCESS}-${answers}`,
    at: clock(),
  });
  return answer === null ? null : encodeText(answer, charset);
}
