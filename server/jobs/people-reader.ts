import type { Kysely } from "kysely";
import type { Logger } from "pino";
import { findLocation } from "~server/access/locations";
import type { AnswerCache } from "~server/answer-cache";
import { inOneSnapshot } from "~server/store/snapshot";
import { rememberedPeopleDays } from "~server/measures/people-days";
import type { StayFilter } from "~server/measures/question";
import { readDataState } from "~server/store/data-state";
import type { Schema } from "~server/store/schema";
import type { After } from "~server/clock/timers";

/** A server that starts has more urgent things to do, and one that is stopped at once has none of this. */
const FIRST_LOOK_MS = 2_000;
/** How often it is looked whether there was an import; those of another process say nothing. */
const LOOK_EVERY_MS = 5_000;
/** Of the cache's bytes; the rest is for what is asked. */
const MOST_OF_CACHE = 1 / 2;

interface ReaderParts {
  db: Kysely<Schema>;
  cache: AnswerCache;
  log: Logger;
  after: After;
}

/** Reads ahead who was in the company and its divisions, so that nobody waits for it. */
export interface PeopleReader {
  /** Looks now; resolves when everybody of the newest data has been read. */
  idle(): Promise<void>;
  /** Breaks off what is being read; begins nothing else. */
  stop(): Promise<void>;
}

/** What `rememberedPeopleDays` is asked for by those who see all of a place. */
interface Place {
  level: "company" | "division";
  filter: StayFilter;
}

/**
 * Starts it: at first and after each import the people of the places with the slowest first answer are read, one place after
 * the other, the largest first, until they take half of the cache. Whoever asks meanwhile shares the work. Where the
 * database does not answer, the next look tries again.
 */
export function startPeopleReader({
  db,
  cache,
  log,
  after,
}: ReaderParts): PeopleReader {
  const stopping = new AbortController();
  const { signal } = stopping;
  let readVersion: number | null = null;
  let hasFailed = false;
  let looking: Promise<void> | null = null;
  let cancelLook = after(FIRST_LOOK_MS, () => void look());

  async function readAll(): Promise<void> {
    const { version, origin } = await readDataState(db);
    if (version === readVersion) return;
    if (origin !== "empty") await readPlaces();
    readVersion = version;
  }

  async function readPlaces(): Promise<void> {
    const startedAt = performance.now();
    const mostBytes = cache.mostBytes * MOST_OF_CACHE;
    let places = 0;
    let bytes = 0;
    for (const { level, filter } of await placesOf(db)) {
      signal.throwIfAborted();
      if (bytes >= mostBytes) break;
      const people = await inOneSnapshot(db, (snapshot) =>
        rememberedPeopleDays(snapshot, filter, level, cache, { signal }),
      );
      bytes += cache.bytesOf(people);
      places += 1;
    }
    const ms = Math.round(performance.now() - startedAt);
    log.info({ event: "people.read_ahead", places, bytes, ms });
  }

  async function tryToRead(): Promise<void> {
    try {
      await readAll();
      hasFailed = false;
    } catch (error) {
      if (signal.aborted) return;
      if (!hasFailed) log.warn({ event: "people.not_read", err: error });
      hasFailed = true;
    }
  }

  function look(): Promise<void> {
    cancelLook();
    looking ??= tryToRead().finally(() => {
      looking = null;
      if (signal.aborted) return;
      cancelLook = after(LOOK_EVERY_MS, () => void look());
    });
    return looking;
  }

  return {
    idle: look,
    async stop() {
      stopping.abort();
      cancelLook();
      await looking;
    },
  };
}

async function placesOf(db: Kysely<Schema>): Promise<Place[]> {
  const places: Place[] = [];
  const divisions = await db
    .selectFrom("divisions")
    .select("id")
    .orderBy("id")
    .execute();
  for (const isnp of [false, true]) {
    places.push({ level: "company", filter: { facilityIds: "all", isnp } });
  }
  for (const isnp of [false, true]) {
    for (const { id } of divisions) {
      const division = await findLocation(db, "division", id);
      if (!division) continue;
      const { facilityIds } = division;
      places.push({ level: "division", filter: { facilityIds, isnp } });
    }
  }
  return places;
}
