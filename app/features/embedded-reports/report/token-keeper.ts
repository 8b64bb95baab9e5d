import type { ReportEmbed } from "~/features/embedded-reports/rules/embedded-report";

type Fresh = Pick<ReportEmbed, "accessToken" | "refreshInMs">;

export interface TokenKeeperDeps {
  /** Asks for another token; null where it could not be had. */
  ask: () => Promise<Fresh | null>;
  /** Hands a token to the report; rejects where it does not take it. */
  hand: (accessToken: string) => Promise<void>;
  /** A token that is due could not be had. */
  onFailed: () => void;
  /** The report has a new token. */
  onRenewed: () => void;
}

/** After a token that could not be had the next one is tried for no sooner. */
const RETRY_MS = 60_000;

/**
 * Replaces a report's token before it ends. Each request prolongs the session, so a page that nobody uses asks for
 * nothing: a token is replaced when it is due, the page is looked at, and somebody has done something there since the last
 * one; otherwise with the next thing that somebody does.
 */
export class TokenKeeper {
  private dueAt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wasUsed = false;
  private isAsking = false;
  private isStopped = false;

  constructor(
    private readonly deps: TokenKeeperDeps,
    refreshInMs: number,
  ) {
    this.waitFor(refreshInMs);
  }

  /** Somebody is there: a key, a pointer, or something in the report. */
  used(): void {
    this.wasUsed = true;
    this.look();
  }

  /** The page is looked at again, or a timer is late because the machine slept. */
  look(): void {
    const isDue = Date.now() >= this.dueAt;
    if (this.isStopped || this.isAsking || !isDue) return;
    if (this.wasUsed && !document.hidden) void this.replace();
  }

  /** The report says that its token has ended. */
  ended(): void {
    this.dueAt = Math.min(this.dueAt, Date.now());
    this.look();
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private async replace(): Promise<void> {
    this.isAsking = true;
    this.wasUsed = false;
    const refreshInMs = await this.tryOnce();
    this.isAsking = false;
    if (this.isStopped) return;
    if (refreshInMs === null) {
      // Whoever was there is waiting for it.
      this.wasUsed = true;
      this.deps.onFailed();
    } else this.deps.onRenewed();
    this.waitFor(refreshInMs ?? RETRY_MS);
  }

  private async tryOnce(): Promise<number | null> {
    const fresh = await this.deps.ask();
    if (!fresh || this.isStopped) return null;
    try {
      await this.deps.hand(fresh.accessToken);
      return fresh.refreshInMs;
    } catch {
      return null;
    }
  }

  private waitFor(ms: number): void {
    clearTimeout(this.timer);
    this.dueAt = Date.now() + ms;
    this.timer = setTimeout(() => this.look(), ms);
  }
}
