/**
 * Why Microsoft's services gave no embed token: `busy` asks to wait, `unreachable` did not answer in time or at all,
 * `refused` does not take the credentials or does not give the report, `odd` answered something else.
 */
export type PowerBiReason = "busy" | "unreachable" | "refused" | "odd";

/** A call of Power BI or Entra that failed. Holds nothing that is secret, so that it can be logged. */
export class PowerBiFailure extends Error {
  readonly status: number | null;
  /** The service's own short code of the error. */
  readonly code: string | null;
  /** Seconds after which the service may be asked again. */
  readonly retryAfterS: number | null;

  constructor(
    readonly reason: PowerBiReason,
    facts: {
      status?: number;
      code?: string | null;
      retryAfterS?: number | null;
    } = {},
  ) {
    super(`Power BI: ${reason}`);
    this.name = "PowerBiFailure";
    this.status = facts.status ?? null;
    this.code = facts.code ?? null;
    this.retryAfterS = facts.retryAfterS ?? null;
  }
}
