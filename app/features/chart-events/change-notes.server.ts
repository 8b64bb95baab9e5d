import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { failureWords, refusalStatus } from "~/data/call-failure.server";
import { noteWords as words } from "./rules/note-words";
import { GRAPH_TAGS } from "~/domain/graphs/rate-graphs";
import { chartNotesPath } from "~/chart-event-paths";
import { MAIN_ID } from "~/features/shell/main-id";
import { answerUserForm } from "~/http/guarded-form.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import type { SignedIn } from "~/session/require-user.server";
import { addChartNote, endChartNote } from "~server/chart-events/service";
import { placeOf, type NotesPlace } from "./load-notes.server";
import type { NotesAnswer } from "./notes-view";
import { readEntries } from "./read-entries";

const FIELDS = ["text", "measures", "from"] as const;

/** Writes what a form says on the charts of a place, or ends the entry that it names, and shows the list again. */
export async function changeNotes({ request, params }: LoaderFunctionArgs) {
  const place = placeOf(params);
  return answerUserForm(request, async ({ form, signedIn }) => {
    return form.has("note_id")
      ? endOne(signedIn, place, form)
      : addOne(signedIn, place, form);
  });
}

async function addOne(
  signedIn: SignedIn,
  { level, id }: NotesPlace,
  form: FormData,
) {
  const entries = readEntries(form);
  const { kind, text, from } = entries;
  const outcome = await signedIn.ask(addChartNote, {
    place: { level, id },
    kind,
    text: text.slice(0, 1_000),
    from: from.slice(0, 40),
    measures: GRAPH_TAGS.filter((tag) => entries.measures.includes(tag)),
    ...(form.has("replaces") && {
      replaces: {
        noteId: numberIn(form, "replaces"),
        version: numberIn(form, "version"),
      },
    }),
  });
  if (outcome.kind === "failure") {
    const field = FIELDS.find((name) => name === outcome.field) ?? null;
    const answer: NotesAnswer = {
      entries,
      errors: [{ text: failureWords(outcome), field }],
    };
    return json(answer, { status: refusalStatus(outcome) });
  }
  const { done, changed } = words.forms[kind];
  const said = form.has("replaces") ? changed : done;
  return redirectWithNotice(
    signedIn,
    listPath(level, id),
    { tone: "success", text: said },
    303,
  );
}

async function endOne(
  signedIn: SignedIn,
  { level, id }: NotesPlace,
  form: FormData,
) {
  const outcome = await signedIn.ask(endChartNote, {
    place: { level, id },
    noteId: numberIn(form, "note_id"),
    version: numberIn(form, "version"),
  });
  const notice =
    outcome.kind !== "failure"
      ? ({ tone: "success", text: words.ended } as const)
      : outcome.status === 409 || outcome.status === 404
        ? ({ tone: "info", text: words.conflict } as const)
        : ({ tone: "error", text: failureWords(outcome) } as const);
  return redirectWithNotice(signedIn, listPath(level, id), notice, 303);
}

/** The page again, from its top: what had the focus may be gone, and the notice stands there. */
function listPath(level: NotesPlace["level"], id: number): string {
  return `${chartNotesPath(level, id)}#${MAIN_ID}`;
}

function numberIn(form: FormData, name: string): number {
  const value = form.get(name);
  const text = typeof value === "string" ? value : "";
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}
