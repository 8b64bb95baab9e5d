/** What a sender may ask of the port (R269). */
export interface MllpLimits {
  messageBytes: number;
  endlessBytes: number;
  connections: number;
  unanswered: number;
  unansweredBytes: number;
  messageMs: number;
  frameEndMs: number;
  drainMs: number;
  handshakeMs: number;
  closeMs: number;
  lingerMs: number;
}

export const MLLP_LIMITS: MllpLimits = {
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
