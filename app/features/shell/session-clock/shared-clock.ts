/** Key in the browser's local storage, which all tabs of the portal share. */
const SHARED_CLOCK_KEY = "session-clock";

/** What the tabs of a browser tell each other of the session they are in, by this machine's clock. */
export interface SharedClock {
  mark: string;
  /** When the session ends, milliseconds since 1970; 0 when it was ended. */
  endsAt: number;
}

// A browser that is locked down has no local storage, or throws where it is touched: then each tab asks the server.

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
