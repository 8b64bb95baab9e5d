import { messagesOfFrame } from "./feed-files";

const VT = 0x0b;
const FS = 0x1c;
const CR = 0x0d;

/** The sender gave up a message and began another. */
const BEGUN_AGAIN = Buffer.from("\u000BMSH");

const FIRST_BYTES = 8_192;

export interface Frame {
  /** Only the beginning if the message is too large. */
  bytes: Uint8Array;
  isTooLarge: boolean;
}

/** Senders may put bytes such as line feeds or zeros between FS and VT. */
const TRAILER_BYTES = 8;

/** An FS ends a message before CR, soon before a VT, or last; elsewhere it is a character. */
export class FrameReader {
  #kept: Buffer = Buffer.alloc(0);
  #size: number | null = null;
  begun = 0;
  /** Bytes before an FS that may be the end. */
  #fsAt: number | null = null;
  /** Nothing printable followed that FS. */
  #isBlank = true;

  constructor(private readonly maxBytes: number) {}

  get pendingBytes(): number | null {
    return this.#fsAt ?? this.#size;
  }

  /** An FS came last: the message ends there unless more comes. */
  get awaitsEnd(): boolean {
    return this.#fsAt !== null;
  }

  push(chunk: Uint8Array): Frame[] {
    const frames: Frame[] = [];
    let at = 0;
    while (at < chunk.length) {
      if (this.#size === null) at = this.#begin(chunk, at);
      else if (this.#fsAt === null) at = this.#goOn(chunk, at);
      else if (chunk[at] === VT) frames.push(...this.endThere());
      else {
        if (chunk[at] === CR && this.#isBlank) {
          frames.push(...this.endThere());
        } else this.#keepBehindFs(chunk.subarray(at, at + 1));
        at += 1;
      }
    }
    return frames;
  }

  /** Ends at the FS: the sender omits the CR and waits for an answer. */
  endThere(): Frame[] {
    if (this.#fsAt === null) return [];
    const size = this.#fsAt;
    const isTooLarge = size > this.maxBytes;
    const whole = isTooLarge ? this.#kept : this.#kept.subarray(0, size);
    const again = isTooLarge ? -1 : whole.lastIndexOf(BEGUN_AGAIN);
    const bytes = again === -1 ? whole : whole.subarray(again + 1);
    this.#kept = Buffer.alloc(0);
    this.#size = null;
    this.#fsAt = null;
    if (!bytes.some((byte) => byte > 0x20)) return [];
    return isTooLarge
      ? [{ bytes, isTooLarge }]
      : messagesOfFrame(bytes).map((one) => ({ bytes: one, isTooLarge }));
  }

  /** An FS before longer text or a segment's end was part of a field. */
  #keepBehindFs(bytes: Uint8Array): void {
    const [byte = 0] = bytes;
    const behind = (this.#size ?? 0) - (this.#fsAt ?? 0) - 1;
    if (byte === FS) this.#fsMayEnd(this.#size);
    else if (byte === CR || behind >= TRAILER_BYTES) this.#fsAt = null;
    else if (byte > 0x20) this.#isBlank = false;
    this.#keep(bytes);
  }

  #fsMayEnd(at: number | null): void {
    this.#fsAt = at;
    this.#isBlank = true;
  }

  #begin(chunk: Uint8Array, at: number): number {
    const start = chunk.indexOf(VT, at);
    if (start === -1) return chunk.length;
    this.#size = 0;
    this.begun += 1;
    return start + 1;
  }

  #goOn(chunk: Uint8Array, at: number): number {
    const fs = chunk.indexOf(FS, at);
    const end = fs === -1 ? chunk.length : fs + 1;
    this.#keep(chunk.subarray(at, end));
    if (fs !== -1) this.#fsMayEnd((this.#size ?? 0) - 1);
    return end;
  }

  #keep(bytes: Uint8Array): void {
    const from = this.#size ?? 0;
    this.#size = from + bytes.length;
    const to = Math.min(this.#size, this.maxBytes);
    if (from >= to) return;
    if (to > this.#kept.length) {
      // Storing packets as they come costs a hundred times the size for single bytes.
      const larger = Math.max(to, 2 * this.#kept.length, FIRST_BYTES);
      const grown = Buffer.alloc(Math.min(larger, this.maxBytes));
      this.#kept.copy(grown, 0, 0, from);
      this.#kept = grown;
    }
    this.#kept.set(bytes.subarray(0, to - from), from);
  }
}

export function framed(message: Uint8Array): Uint8Array {
  return Buffer.concat([Uint8Array.of(VT), message, Uint8Array.of(FS, CR)]);
}
