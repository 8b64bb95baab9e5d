import type { Kysely } from "kysely";
import type { Viewer } from "~/domain/access/viewer";
import type { Schema } from "~server/store/schema";

const known = new WeakMap<
  Viewer,
  WeakMap<Kysely<Schema>, Map<string, Promise<unknown>>>
>();

/** Reads once per request what several calls need; loads after an action read again. Keeps no failures. */
export function onceARequest<Found>(
  viewer: Viewer,
  db: Kysely<Schema>,
  question: readonly unknown[],
  read: () => Promise<Found>,
): Promise<Found> {
  const answers = ofDatabase(viewer, db);
  const key = JSON.stringify(question);
  const before = answers.get(key) as Promise<Found> | undefined;
  if (before) return before;
  const answer = read();
  answers.set(key, answer);
  answer.catch(() => answers.delete(key));
  return answer;
}

function ofDatabase(viewer: Viewer, db: Kysely<Schema>) {
  const ofViewer = known.get(viewer) ?? new WeakMap();
  known.set(viewer, ofViewer);
  const answers = ofViewer.get(db) ?? new Map<string, Promise<unknown>>();
  ofViewer.set(db, answers);
  return answers;
}
