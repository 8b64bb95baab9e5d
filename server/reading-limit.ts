import { Semaphore } from "~/runtime/semaphore.server";
import { Refusal } from "./refusal";

const READINGS_PER_USER = 2;
/** Fewer than there are readers and connections, so that some are left for whoever asks of little. */
const READINGS_IN_ALL = 3;
/** A question of more facilities may take seconds. */
const WIDE_FACILITIES = 50;

/** What decides how long a question takes: its facilities, and whether it is of one physician. */
interface Asked {
  facilityIds: readonly number[] | "all";
  npi?: number | null;
}

/** Whoever asked has left before their reading began. */
export class ReaderGone extends Refusal {
  constructor() {
    super(503, "The server is busy. Please try again.");
    this.name = "ReaderGone";
  }
}

/** Keeps long readings from taking all readers and connections, and the time of the process. */
export interface ReadingLimit {
  /**
   * Reads at once what is asked of few facilities or of one physician. What is asked of many waits for a place: a user has
   * two, and all together three; who has none comes first (R256). Throws {@link ReaderGone} where the signal aborts before.
   */
  whenFree<Result>(
    question: Asked,
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

function isWide({ facilityIds, npi }: Asked): boolean {
  if (typeof npi === "number") return false;
  return facilityIds === "all" || facilityIds.length > WIDE_FACILITIES;
}
