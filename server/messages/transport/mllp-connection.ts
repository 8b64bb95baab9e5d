import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { acknowledgmentOf } from "~/features/messages/rules/hl7/acknowledgment";
import type { Clock, After } from "~server/clock/clock";
import { MESSAGE_BYTES, tooLarge, type Receive } from "../receive";
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

type Deadline = "messageMs" | "frameEndMs" | "drainMs" | "lingerMs";

/**
 * Answers a connection's messages in order while storing them at the same time. If one cannot be stored, it and later
 * ones get no answer, and the connection ends (R268).
 */
export class Connection {
  readonly #reader: FrameReader;
  readonly #peer: readonly string[];
  readonly #deadlines = new Map<Deadline, () => void>();
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
    this.#peer = peerOf(socket);
    this.#reader = new FrameReader(deps.limits.messageBytes);
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
    socket.on("drain", () => {
      this.#callOff("drainMs");
      this.#settle();
    });
    socket.on("end", () => {
      if (!this.#isEnding) this.#take(this.#reader.endThere());
      this.stop();
    });
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      this.#isEnding = this.#isOver = true;
      this.#callOff("messageMs", "frameEndMs", "drainMs", "lingerMs");
    });
  }

  /** Ends the connection after all answers. */
  stop(): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.socket.pause();
    this.#callOff("messageMs", "frameEndMs");
    void this.#answered.then(() => this.#finish());
  }

  #read(chunk: Buffer): void {
    if (this.#isEnding) return;
    this.#take(this.#reader.push(chunk));
    const pending = this.#reader.pendingBytes ?? 0;
    if (pending > this.deps.limits.endlessBytes) this.#cutOff();
    this.#settle();
  }

  /** Reads on until the answers have arrived. */
  #finish(): void {
    if (this.#isOver) return;
    this.#isOver = this.#isEnding = true;
    this.#callOff("messageMs", "frameEndMs");
    this.socket.end();
    this.socket.resume();
    this.#wait("lingerMs", () => this.socket.destroy());
  }

  /** Begins to wait, unless it does already. */
  #wait(limit: Deadline, work: () => void): void {
    if (this.#deadlines.has(limit)) return;
    const callOff = this.deps.after(this.deps.limits[limit], () => {
      this.#deadlines.delete(limit);
      work();
    });
    this.#deadlines.set(limit, callOff);
  }

  #callOff(...limits: Deadline[]): void {
    for (const limit of limits) {
      this.#deadlines.get(limit)?.();
      this.#deadlines.delete(limit);
    }
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
    if (!isTaken) this.#wait("drainMs", () => this.#cutOff());
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
    const { begun, pendingBytes, awaitsEnd } = this.#reader;
    const isTimed = !isAhead && pendingBytes !== null;
    if (!isTimed || this.#timedMessage !== begun) this.#callOff("messageMs");
    this.#timedMessage = begun;
    if (isTimed) this.#wait("messageMs", () => this.#cutOff());
    if (!awaitsEnd) return this.#callOff("frameEndMs");
    this.#wait("frameEndMs", () => {
      this.#take(this.#reader.endThere());
      this.#settle();
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
  const receipt = isTooLarge
    ? tooLarge(limits.messageBytes)
    : await receive({ bytes, via: "mllp", receivedAt, peer });
  traffic.count(isTooLarge ? "too_large" : receipt.outcome);
  answers += 1;
  const answer = acknowledgmentOf(Buffer.from(bytes).toString("latin1"), {
    ...receipt,
    controlId: `${OF_THIS_PROCESS}-${answers}`,
    at: clock(),
  });
  return answer === null ? null : Buffer.from(answer, "latin1");
}
