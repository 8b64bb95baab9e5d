/** The bytes that frame a message: VT before it, FS and CR after it. */
const VT = 0x0b;
const FS = 0x1c;
const CR = 0x0d;

/** A header behind a VT within a message: the sender has given up what it had begun. */
const BEGUN_ANEW = Buffer.from("\u000BMSH");

const FIRST_BYTES = 8_192;

/** A message that came whole. */
export interface Frame {
  /** Of a message that is too large, its beginning. */
  bytes: Uint8Array;
  isTooLarge: boolean;
}

/**
 * Finds the messages in a stream of bytes, however packets cut it. FS ends a message with CR or the next VT behind it; within a
 * message it is a character. Frames without content are none.
 */
export class FrameReader {
  #kept: Buffer = Buffer.alloc(0);
  /** Bytes of the message so far, kept or not; null between messages. */
  #size: number | null = null;
  #begun = 0;
  #hasFs = false;

  /** @param maxBytes that are kept of a message */
  constructor(private readonly maxBytes: number) {}

  /** How many bytes of a message have come that has not ended; null between messages. */
  get pendingBytes(): number | null {
    return this.#size;
  }

  /** How many messages have begun. */
  get begun(): number {
    return this.#begun;
  }

  /** True where the last byte was FS: the message ends there if no more comes. */
  get awaitsEnd(): boolean {
    return this.#hasFs;
  }

  /** The messages that end in these bytes. What is between messages is skipped. */
  push(chunk: Uint8Array): Frame[] {
    const frames: Frame[] = [];
    let at = 0;
    while (at < chunk.length) {
      if (this.#size === null) at = this.#begin(chunk, at);
      else if (!this.#hasFs) at = this.#goOn(chunk, at);
      else if (chunk[at] === CR || chunk[at] === VT) {
        frames.push(...this.endThere());
        at += chunk[at] === CR ? 1 : 0;
      } else {
        this.#keep(Uint8Array.of(FS));
        this.#hasFs = false;
      }
    }
    return frames;
  }

  /** Ends the message whose FS has no CR behind it: its sender leaves that out, and waits for its answer. */
  endThere(): Frame[] {
    if (!this.#hasFs) return [];
    const size = this.#size ?? 0;
    const isTooLarge = size > this.maxBytes;
    const whole = isTooLarge ? this.#kept : this.#kept.subarray(0, size);
    const anew = isTooLarge ? -1 : whole.lastIndexOf(BEGUN_ANEW);
    const bytes = anew === -1 ? whole : whole.subarray(anew + 1);
    this.#kept = Buffer.alloc(0);
    this.#size = null;
    this.#hasFs = false;
    return bytes.some((byte) => byte > 0x20) ? [{ bytes, isTooLarge }] : [];
  }

  /** Returns where to go on. */
  #begin(chunk: Uint8Array, at: number): number {
    const start = chunk.indexOf(VT, at);
    if (start === -1) return chunk.length;
    this.#size = 0;
    this.#begun += 1;
    return start + 1;
  }

  /** Likewise. */
  #goOn(chunk: Uint8Array, at: number): number {
    const fs = chunk.indexOf(FS, at);
    this.#hasFs = fs !== -1;
    this.#keep(chunk.subarray(at, this.#hasFs ? fs : undefined));
    return this.#hasFs ? fs + 1 : chunk.length;
  }

  #keep(bytes: Uint8Array): void {
    const from = this.#size ?? 0;
    this.#size = from + bytes.length;
    const to = Math.min(this.#size, this.maxBytes);
    if (from >= to) return;
    if (to > this.#kept.length) {
      // Packets of a byte each would cost a hundred times their size, were they kept as they come.
      const larger = Math.max(to, 2 * this.#kept.length, FIRST_BYTES);
      const grown = Buffer.alloc(Math.min(larger, this.maxBytes));
      this.#kept.copy(grown, 0, 0, from);
      this.#kept = grown;
    }
    this.#kept.set(bytes.subarray(0, to - from), from);
  }
}

/** A message as it goes over the line. */
export function framed(message: Uint8Array): Uint8Array {
  return Buffer.concat([Uint8Array.of(VT), message, Uint8Array.of(FS, CR)]);
}
