/** `busy`: asked us to wait. `unreachable`: too late. `refused`: bad credentials or report. `odd`: unexpected. */
export type PowerBiReason = "busy" | "unreachable" | "refused" | "odd";

/** A failed call to Power BI or Entra. Contains no secrets, so it is safe to log. */
export class PowerBiFailure extends Error {
  readonly status: number | null;
  readonly code: string | null;
  /** Seconds until a retry is allowed. */
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
