import type { Insertable, Kysely } from "kysely";
import { epochDayOf, isoDayOf, newYorkDay } from "~/domain/calendar";
import type { NoteKind, NoteLevel } from "~/domain/graphs/note-kinds";
import { firstDayOfMonth, monthNumberOf } from "~/domain/graphs/chart-phases";
import { GRAPH_TAGS, type GraphTag } from "~/domain/graphs/rate-graphs";
import type { Schema, ChartNoteTable } from "~server/store/schema";
import { demoAccounts } from "./accounts";
import type { DemoOrganisation } from "./organisation";

type Db = Kysely<Schema>;

/** An event that began so many days before today, or a phase that began so many months before. */
interface Story {
  level: NoteLevel;
  ago: number;
  text: string;
  kind?: NoteKind;
  measures?: readonly GraphTag[];
}

const STORIES: readonly Story[] = [
  { level: "company", ago: 400, text: "Practitioners on call at night" },
  { level: "region", ago: 205, text: "Telehealth before transfers" },
  {
    level: "facility",
    ago: 190,
    text: "New director of nursing",
    measures: ["rth_30", "ed_30"],
  },
  { level: "facility", ago: 150, text: "Early-warning tool" },
  {
    level: "facility",
    ago: 9,
    kind: "phase",
    text: "Calls to residents three days after admission",
    measures: ["rth_30"],
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
  { level, ago, text, kind = "event", measures = GRAPH_TAGS }: Story,
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
  const starts_on =
    kind === "event"
      ? today - ago
      : epochDayOf(firstDayOfMonth(monthNumberOf(isoDayOf(today)) - ago));
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
