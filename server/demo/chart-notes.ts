import type { Insertable, Kysely } from "kysely";
import {
  epochDayOf,
  isoDayOf,
  newYorkDay,
  type EpochDay,
} from "~/domain/calendar";
import type { NoteKind, NoteLevel } from "~/domain/graphs/note-kinds";
import { firstDayOfMonth, monthNumberOf } from "~/domain/graphs/chart-phases";
import { GRAPH_TAGS, type GraphTag } from "~/domain/graphs/rate-graphs";
import type { Schema, ChartNoteTable } from "~server/store/schema";
import { demoAccounts } from "./accounts";
import type { DemoOrganisation } from "./organisation";

type Db = Kysely<Schema>;

/** A note of the demo, so many days or months before today. */
interface Story {
  kind: NoteKind;
  level: NoteLevel;
  measures?: readonly GraphTag[];
  /** Of an event. */
  daysAgo?: number;
  /** Of a phase. */
  monthsAgo?: number;
  text: string;
}

const STORIES: readonly Story[] = [
  {
    kind: "event",
    level: "company",
    daysAgo: 400,
    text: "Practitioners on call at night",
  },
  {
    kind: "event",
    level: "region",
    daysAgo: 205,
    text: "Telehealth before transfers",
  },
  {
    kind: "event",
    level: "facility",
    measures: ["rth_30", "ed_30"],
    daysAgo: 190,
    text: "New director of nursing",
  },
  {
    kind: "event",
    level: "facility",
    daysAgo: 150,
    text: "Early-warning tool",
  },
  {
    kind: "phase",
    level: "facility",
    measures: ["rth_30"],
    monthsAgo: 9,
    text: "Calls to residents three days after admission",
  },
];

/** Writes on the charts of the company, and of the places of demo-region and demo-facility, in place of all that is there. */
export async function storeDemoChartNotes(
  db: Db,
  organisation: DemoOrganisation,
  now: Date,
): Promise<void> {
  await db.deleteFrom("chart_notes").execute();
  for (const story of STORIES) {
    const row = await rowOf(db, story, organisation, now);
    if (row) await db.insertInto("chart_notes").values(row).execute();
  }
}

async function rowOf(
  db: Db,
  { kind, level, text, ...story }: Story,
  organisation: DemoOrganisation,
  now: Date,
): Promise<Insertable<ChartNoteTable> | null> {
  const username = `demo-${level}`;
  const account = demoAccounts(organisation).find(
    (one) => one.username === username,
  );
  const user = await db
    .selectFrom("users")
    .where("username", "=", username)
    .select("id")
    .executeTakeFirst();
  const [placeId] = account?.accessLevelIds ?? [];
  if (!account || placeId === undefined) return null;
  const today = epochDayOf(newYorkDay(now));
  const month = (ago = 0): EpochDay =>
    epochDayOf(firstDayOfMonth(monthNumberOf(isoDayOf(today)) - ago));
  const starts_on =
    kind === "event" ? today - (story.daysAgo ?? 0) : month(story.monthsAgo);
  const measures = story.measures ?? GRAPH_TAGS;
  return {
    kind,
    level,
    place_id: placeId,
    measures: measures.join(" "),
    starts_on,
    text,
    version: 1,
    user_id: user?.id ?? 0,
    author: `${account.firstname} ${account.lastname}`,
    added_at: now.toISOString(),
    ended_by: null,
    ended_at: null,
  };
}
