import type { Kysely, Selectable } from "kysely";
import { z } from "zod";
import type { PhaseNote } from "~/domain/chart-notes/chart-note";
import type { NoteLevel } from "~/domain/chart-notes/note-kinds";
import { isoDayOf } from "~/domain/calendar";
import type { MeasureLine } from "~/domain/graphs/measure-line";
import { GRAPH_TAGS, type GraphTag } from "~/domain/graphs/rate-graphs";
import type { ChartNoteTable } from "~server/store/chart-note-table";
import type { Schema } from "~server/store/schema";
import { isIn } from "./question";

/** Lines by graph. */
type Lines = Partial<Record<GraphTag, MeasureLine>>;

/** What is frozen: of all stays, and of ISNP stays alone. */
export interface FrozenLines {
  all: Lines;
  isnp: Lines;
}

const points = z.array(z.number().nullable());
const lines = z.record(
  z.enum(GRAPH_TAGS),
  z.object({ rates: points, denominators: points }),
);
const storedLines = z.object({ all: lines, isnp: lines });

/**
 * The phases and frozen baselines in force on the charts of many places of a level, in one query; places without any are
 * left out. `phasesOfNotes` makes of them what `judgeSeries` takes.
 */
export async function readPhasesOfPlaces(
  db: Kysely<Schema>,
  level: NoteLevel,
  placeIds: readonly number[],
  isnp: boolean,
): Promise<Map<number, PhaseNote[]>> {
  const rows = await db
    .selectFrom("chart_notes")
    .where("level", "=", level)
    .where(isIn("place_id", placeIds))
    .where("kind", "<>", "event")
    .where("ended_at", "is", null)
    .orderBy("id")
    .select([
      "place_id",
      "kind",
      "measures",
      "starts_on",
      "last_month",
      "frozen",
    ])
    .execute();
  const found = new Map<number, PhaseNote[]>();
  for (const row of rows) {
    const notes = found.get(row.place_id) ?? [];
    found.set(row.place_id, [...notes, phaseNoteOf(row, isnp)]);
  }
  return found;
}

/** Grows with every change of phases and baselines. */
export async function readPhasesEdition(db: Kysely<Schema>): Promise<number> {
  const { edition } = await db
    .selectFrom("chart_notes")
    .where("kind", "<>", "event")
    .select((eb) => eb.fn.sum<string | number | null>("version").as("edition"))
    .executeTakeFirstOrThrow();
  return Number(edition);
}

/** A stored note as the rules take it. */
export function phaseNoteOf(
  row: Pick<
    Selectable<ChartNoteTable>,
    "kind" | "measures" | "starts_on" | "last_month" | "frozen"
  >,
  isnp: boolean,
): PhaseNote {
  const frozen = readFrozen(row.frozen);
  return {
    kind: row.kind,
    measures: measuresIn(row.measures),
    from: isoDayOf(row.starts_on),
    to: row.last_month === null ? null : isoDayOf(row.last_month),
    frozen: frozen && (isnp ? frozen.isnp : frozen.all),
  };
}

function measuresIn(text: string): GraphTag[] {
  const named = text.split(" ");
  return GRAPH_TAGS.filter((tag) => named.includes(tag));
}

function readFrozen(text: string | null): FrozenLines | null {
  return text === null ? null : storedLines.parse(JSON.parse(text));
}
