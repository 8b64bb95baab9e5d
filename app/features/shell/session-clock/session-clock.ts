import {
  isSignOfLifeDue,
  REFRESH_ERROR,
  remainingMs,
  sessionPhase,
  type SessionPhase,
} from "~/features/sign-in/rules/session-clock";
import { paths } from "~/paths";
import { fetchWithin } from "~/ui/fetch-within";
import type { SessionFacts } from "../shell-data";

interface SessionAnswer {
  /** 0: it is over. */
  remainingMs: number;
  mark: string | null;
  error?: string;
}

/** The clock then goes on without an answer. */
const GIVE_UP_AFTER_MS = 10_000;

function askRemaining(): Promise<SessionAnswer | null> {
  return ask({ method: "GET" });
}

function prolong(
  intent: "active" | "stay",
  csrfToken: string,
): Promise<SessionAnswer | null> {
  return ask({
    method: "POST",
    body: new URLSearchParams({ intent, csrf: csrfToken }),
  });
}

async function ask(init: RequestInit): Promise<SessionAnswer | null> {
  return fetchWithin(GIVE_UP_AFTER_MS, paths.session, init, async (response) =>
    answerIn(await response.json()),
  ).catch(() => null);
}

function answerIn(body: unknown): SessionAnswer | null {
  const { remainingMs, mark, error } = (body ?? {}) as Record<string, unknown>;
  if (typeof remainingMs !== "number") return null;
  return {
    remainingMs,
    mark: typeof mark === "string" ? mark : null,
    ...(typeof error === "string" && { error }),
  };
}

export interface Warning {
  remainingMs: number;
  isAsking: boolean;
  error: string | null;
}

interface ClockDeps {
  session: Pick<SessionFacts, "mark" | "remainingMs">;
  csrfToken: string;
  isTimeoutTest: () => boolean;
  onWarning: (warning: Warning | null) => void;
  onStayed: () => void;
  /** `isFollowing`: another tab ended the session, and knows where to go. */
  leave: (isFollowing: boolean) => void;
  reload: () => void;
  /** Hides the page from the end on, and while the server is asked. */
  cover: (isCovered: boolean) => void;
}

/** What two tabs make of one end differs by the time that their answers took; clocks are put right by less, too. */
const SAME_END_MS = 2_000;

const JUST_NOW_MS = 500;

/**
 * Runs on this machine's time; answers set its end, so that it is right after sleep. Other tabs move the end, too. It
 * asks the server before a warning, because browsers may keep tabs apart (R139).
 */
export class SessionClock {
  private endsAt: number;
  /** The end, and how near it was, that the server has confirmed. */
  private confirmed: { endsAt: number; phase: SessionPhase } | null = null;
  private isConfirming = false;
  /** A session of another tab that the server was asked about. */
  private foreignMark: string | null = null;
  private pressedAt = 0;
  private sentAt: number;
  private tickedAt: number;
  private warning: Warning | null = null;
  private hasLeft = false;

  constructor(private readonly deps: ClockDeps) {
    this.endsAt = Date.now() + deps.session.remainingMs;
    this.sentAt = Date.now();
    this.tickedAt = Date.now();
    this.share();
  }

  restart(remaining: number): void {
    this.sentAt = Date.now();
    this.moveEnd(Date.now() + remaining);
    this.share();
  }

  tick(): void {
    if (this.hasLeft) return;
    this.followMachine();
    this.followOtherTabs();
    if (this.hasLeft) return;
    const phase = this.phase();
    if (phase === "active") this.warn(null);
    this.deps.cover(phase === "expired");
    if (this.isSignOfLifeDue(phase)) {
      void this.sendSignOfLife();
    } else if (phase === "active") {
      return;
    } else if (!this.isConfirmed(phase)) {
      void this.confirm();
    } else if (phase === "expired") {
      this.leave();
    } else {
      this.warn(this.warning ?? { isAsking: false, error: null });
    }
  }

  press(): void {
    if (this.warning) void this.stay();
    else this.pressKey();
  }

  /** A key was pressed. In the dialog keys are the way to its buttons, and no answer by themselves. */
  pressKey(): void {
    if (this.hasLeft || this.warning) return;
    this.pressedAt = Date.now();
    this.tick();
  }

  async stay(): Promise<void> {
    if (!this.warning || this.warning.isAsking) return;
    this.warn({ ...this.warning, isAsking: true, error: null });
    this.sentAt = Date.now();
    const answer = await prolong("stay", this.deps.csrfToken);
    if (this.hasLeft) return;
    if (answer && !answer.error) {
      this.adopt(answer);
      if (this.hasLeft) return;
      this.deps.onStayed();
      const isLast = sessionPhase(this.endsAt - Date.now()) === "warning";
      const error =
        "You can stay logged in for 12 hours at most. Please log in again.";
      this.warn(isLast ? { isAsking: false, error } : null);
    } else {
      const error = answer?.error ?? REFRESH_ERROR;
      this.warn({ isAsking: false, error });
    }
  }

  /** The browser went back to this page as it was left, maybe long ago, and maybe in another session. */
  wake(): void {
    this.deps.cover(true);
    if (this.hasLeft) this.deps.reload();
    else void this.confirm();
  }

  /** Answers that are still to come belong to another session. */
  stop(): void {
    this.hasLeft = true;
  }

  end(): void {
    this.hasLeft = true;
    this.endsAt = 0;
    this.share();
  }

  private leave(isFollowing = false): void {
    if (this.hasLeft) return;
    this.end();
    this.deps.cover(true);
    this.deps.leave(isFollowing);
  }

  private isSignOfLifeDue(phase: SessionPhase): boolean {
    const { pressedAt, sentAt } = this;
    if (phase === "expired" || this.warning) return false;
    // Only a recent press counts in the last minute: nobody is at a machine that slept since an older one.
    if (phase === "warning" && Date.now() - pressedAt > JUST_NOW_MS) {
      return false;
    }
    // Makes presses visible in a test of the timeout.
    if (this.deps.isTimeoutTest()) return pressedAt > sentAt;
    return isSignOfLifeDue({ pressedAt, sentAt }, Date.now());
  }

  /** A machine's clock that is put back takes the end along, which would else come that much too late. */
  private followMachine(): void {
    const putBackBy = this.tickedAt - Date.now();
    this.tickedAt = Date.now();
    if (putBackBy < SAME_END_MS) return;
    this.moveEnd(this.endsAt - putBackBy);
    this.sentAt -= putBackBy;
    this.pressedAt -= putBackBy;
    this.share();
  }

  private remaining(): number {
    return remainingMs(this.endsAt, Date.now(), this.deps.isTimeoutTest());
  }

  private phase(): SessionPhase {
    return sessionPhase(this.remaining());
  }

  private warn(warning: Omit<Warning, "remainingMs"> | null): void {
    if (warning === null && this.warning === null) return;
    this.warning = warning && { ...warning, remainingMs: this.remaining() };
    this.deps.onWarning(this.warning);
  }

  private followOtherTabs(): void {
    const { mark } = this.deps.session;
    const shared = readSharedClock();
    if (!shared) return;
    if (shared.mark !== mark) {
      // Which of both the browser is in, only the server knows.
      if (shared.mark === this.foreignMark || this.isConfirming) return;
      this.foreignMark = shared.mark;
      void this.confirm();
    } else if (shared.endsAt === 0) {
      this.leave(true);
    } else if (shared.endsAt - this.endsAt > SAME_END_MS) {
      this.moveEnd(shared.endsAt);
    }
  }

  private isConfirmed(phase: SessionPhase): boolean {
    const { confirmed } = this;
    return confirmed?.endsAt === this.endsAt && confirmed.phase === phase;
  }

  /** The server's answer counts; without one the page's own time does. */
  private async confirm(): Promise<void> {
    if (this.isConfirming) return;
    this.isConfirming = true;
    const answer = await askRemaining();
    this.isConfirming = false;
    if (this.hasLeft) return;
    if (answer) this.adopt(answer);
    else this.foreignMark = null;
    this.confirmed = { endsAt: this.endsAt, phase: this.phase() };
    this.tick();
  }

  private async sendSignOfLife(): Promise<void> {
    this.sentAt = Date.now();
    const answer = await prolong("active", this.deps.csrfToken);
    if (this.hasLeft) return;
    if (answer) {
      this.adopt(answer);
    } else {
      // One that did not arrive is due again, and one that was refused is another session's.
      this.pressedAt = this.sentAt + 1;
      void this.confirm();
    }
  }

  private adopt({ remainingMs: left, mark }: SessionAnswer): void {
    if (mark !== null && mark !== this.deps.session.mark) {
      this.hasLeft = true;
      this.deps.cover(true);
      this.deps.reload();
    } else if (left <= 0) {
      this.leave();
    } else {
      this.moveEnd(Date.now() + left);
      this.share();
    }
  }

  private moveEnd(endsAt: number): void {
    this.endsAt = endsAt;
    this.confirmed = null;
  }

  private share(): void {
    writeSharedClock({ mark: this.deps.session.mark, endsAt: this.endsAt });
  }
}

const SHARED_CLOCK_KEY = "session-clock";

/** What the tabs of a browser share about their session, in this machine's time. */
interface SharedClock {
  mark: string;
  /** When the session ends, milliseconds since 1970; 0 when it was ended. */
  endsAt: number;
}

// A locked-down browser has no local storage, or throws when it is touched: each tab then asks the server.

/** What another tab has last said; null where nothing was, or not in this form. */
export function readSharedClock(): SharedClock | null {
  try {
    const read = JSON.parse(
      localStorage.getItem(SHARED_CLOCK_KEY) ?? "null",
    ) as Partial<SharedClock> | null;
    const { mark, endsAt } = read ?? {};
    return typeof mark === "string" && typeof endsAt === "number"
      ? { mark, endsAt }
      : null;
  } catch {
    return null;
  }
}

export function writeSharedClock(clock: SharedClock): void {
  try {
    localStorage.setItem(SHARED_CLOCK_KEY, JSON.stringify(clock));
  } catch {
    return;
  }
}
