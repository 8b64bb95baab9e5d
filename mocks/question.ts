import type { Viewer } from "~/domain/access/viewer";
import { newYorkDay } from "~/domain/calendar";
import type { Level } from "~/domain/places/hierarchy";
import type { Question } from "./figures";
import type { MockHost } from "./mock-host";
import { Refusal } from "./refusal";
import { scopeOf } from "./scope";

/** A call for figures over a range of days. */
export interface FiguresCall {
  viewer: Viewer;
  params: { level: Level; id: number; startDate: string; endDate: string };
  query: { isnp?: boolean | undefined; facility_id?: number | undefined };
}

/** The question of a call, judged: throws 400 for a range that ends before it starts, 403 or 404 by its subject. */
export function questionOf({ viewer, params, query }: FiguresCall): Question {
  const { level, id, startDate, endDate } = params;
  if (endDate < startDate) {
    throw new Refusal(400, "The end date is before the start date.");
  }
  return {
    scope: scopeOf(viewer, level, id, query.facility_id),
    startDate,
    endDate,
    isnp: viewer.isnpOnly || query.isnp === true,
  };
}

/** Answers a call for figures; null (204) for a range in the future, and where `compute` finds nothing. */
export function answerFigures<Data>(
  host: MockHost,
  call: FiguresCall,
  compute: (question: Question) => Data | null,
): { data: Data; lastUpdated: string } | null {
  const question = questionOf(call);
  if (question.startDate > newYorkDay(host.clock())) return null;
  const data = compute(question);
  return data && { data, lastUpdated: host.lastUpdated };
}
