/** Asks the organisation's login about sessions that began there. */
export interface SessionChecks {
  /**
   * Asks whether a due session is still valid, once for all concurrent callers, and stores the result: changed rights,
   * or its end. Takes seconds at most and never fails.
   */
  ask(sessionId: string): Promise<void>;
  /** Resolves when no question is pending. */
  settled(): Promise<void>;
}
