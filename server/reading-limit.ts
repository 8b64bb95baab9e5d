import { Semaphore } from "~/runtime/semaphore.server";
import { Refusal } from "./refusal";

const READINGS_PER_USER = 2;
/** Fewer than there are readers and connections, so short reads always find one. */
const READINGS_IN_ALL = 3;
/** Queries over more facilities may take seconds. */
const WIDE_FACILITIES = 50;

interface ReadingScope {
  facilityIds: readonly number[] | "all";
  npi?: number | null;
}

/** The caller left before their read began. */
export class ReaderGone extends Refusal {
  constructor() {
    super(503, "The server is busy. Please try again.");
    this.name = "ReaderGone";
  }
}

/** Keeps long reads from taking all readers and connections. */
export interface ReadingLimit {
  /**
   * Questions about few facilities or one physician start at once. Others wait: two per user, three in all, users
   * without a running read first (R256). Throws {@link ReaderGone} on abort.
   */
  whenFree<Result>(
    question: ReadingScope,
    reader: { userId: number; signal?: AbortSignal },
    read: () => Promise<Result>,
  ): Promise<Result>;
}

export function createReadingLimit({
  perUser = READINGS_PER_USER,
  inAll = READINGS_IN_ALL,
} = {}): ReadingLimit {
  const places = new Semaphore<number>({ atOnce: inAll, perKey: perUser });
  return {
    async whenFree(question, { userId, signal }, read) {
      if (!isWide(question)) return read();
      const release = await places.acquire(signal, userId);
      if (!release) throw new ReaderGone();
      try {
        return await read();
      } finally {
        release();
      }
    },
  };
}

function isWide({ facilityIds, npi }: ReadingScope): boolean {
  if (typeof npi === "number") return false;
  return facilityIds === "all" || facilityIds.length > WIDE_FACILITIES;
}
