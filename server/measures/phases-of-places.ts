import type { Kysely, Selectable } from "kysely";
import type { PhaseNote } from "~/domain/graphs/chart-note";
import type { NoteLevel } from "~/domain/graphs/note-kinds";
import { isoDayOf } from "~/domain/calendar";
import { GRAPH_TAGS, type GraphTag } from "~/domain/graphs/rate-graphs";
import type { Schema, ChartNoteTable } from "~server/store/schema";
import { groupBy, isIn } from "./question";

/** Open phases of many places in one query; omits places without any. */
export async function readPhasesOfPlaces(
  db: Kysely<Schema>,
  level: NoteLevel,
  placeIds: readonly number[],
): Promise<Map<number, PhaseNote[]>> {
  const rows = await db
    .selectFrom("chart_notes")
    .where("level", "=", level)
    .where(isIn("place_id", placeIds))
    .where("kind", "=", "phase")
    .where("ended_at", "is", null)
    .orderBy("id")
    .select(["place_id", "kind", "measures", "starts_on"])
    .execute();
  const byPlace = groupBy(rows, ({ place_id }) => place_id);
  return new Map(
    Array.from(byPlace, ([id, own]) => [id, own.map(phaseNoteOf)]),
  );
}

/** Increases with every change of phases. */
export async function readPhasesEdition(db: Kysely<Schema>): Promise<number> {
  const { edition } = await db
    .selectFrom("chart_notes")
    .where("kind", "=", "phase")
    .select((eb) => eb.fn.sum<string | number | null>("version").as("edition"))
    .executeTakeFirstOrThrow();
  return Number(edition);
}

export function phaseNoteOf(
  row: Pick<Selectable<ChartNoteTable>, "kind" | "measures" | "starts_on">,
): PhaseNote {
  return {
    kind: row.kind,
    measures: measuresIn(row.measures),
    from: isoDayOf(row.starts_on),
  };
}

function measuresIn(text: string): GraphTag[] {
  const named = text.split(" ");
  return GRAPH_TAGS.filter((tag) => named.includes(tag));
}
