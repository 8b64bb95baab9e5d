/** Asks the organisation's login about sessions that began there. */
export interface SessionsAsked {
  /**
   * Asks whether a session that is due is good still, once for all who ask at the same time, and stores what has become of it:
   * other rights, or its end. Waits for seconds at most, and does not fail.
   */
  ask(sessionId: string): Promise<void>;
  /** Resolves when nothing is being asked. */
  settled(): Promise<void>;
}
