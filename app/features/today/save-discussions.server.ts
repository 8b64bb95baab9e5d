import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { failureWords, refusalStatus } from "~/data/call-failure.server";
import { pageError } from "~/data/page-error.server";
import { asksForDocument } from "~/rendering/partial-document.server";
import { answerUserForm } from "~/http/guarded-form.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import { discussToday, type WantedDiscussion } from "~server/today/service";
import { todayPlaceOf } from "./ask-today.server";
import { lineText } from "./rules/words";

const words = {
  saved: "Saved.",
  conflict:
    "Someone else has changed a line. Yours is still in its field, and not saved.",
};

export type DiscussionAnswer = {
  error: string;
  typed: Record<number, TypedLine>;
};

export async function saveDiscussions({ request, params }: LoaderFunctionArgs) {
  return answerUserForm(request, async ({ form, signedIn }) => {
    const place = todayPlaceOf(params);
    if (!place) throw pageError(404);
    const residents = readEntries(form);
    const { pathname, search } = new URL(request.url);
    const pressed = residents.find((one) => one.isDiscussed !== undefined);
    const typed = (ids: readonly number[]): DiscussionAnswer["typed"] =>
      Object.fromEntries(
        residents.flatMap(({ stayId, line }) =>
          line && ids.includes(stayId) ? [[stayId, line]] : [],
        ),
      );
    const outcome = await signedIn.ask(discussToday, { ...place, residents });
    if (outcome.kind === "failure") {
      const answer = {
        error: failureWords(outcome),
        typed: typed(residents.map(({ stayId }) => stayId)),
      };
      return json(answer, { status: refusalStatus(outcome) });
    }
    const conflicts =
      outcome.kind === "data" ? outcome.answer.changedByOthers : [];
    if (conflicts.length > 0) {
      const answer = { error: words.conflict, typed: typed(conflicts) };
      return json(answer, { status: 409 });
    }
    const { saved: text } = words;
    const page = `${pathname}${search}`;
    if (asksForDocument(request)) {
      const row = pressed ? `#r${pressed.stayId}` : "";
      const notice = { tone: "success", text } as const;
      return redirectWithNotice(signedIn, `${page}${row}`, notice, 303);
    }
    // The row shows it: a phone must not scroll to the notice.
    await signedIn.notices.add({ tone: "info", text }, page);
    const nothing: DiscussionAnswer = { error: "", typed: {} };
    return json(nothing);
  });
}

/** What was typed and is not saved, and what stood there when it was begun. */
export type TypedLine = NonNullable<WantedDiscussion["line"]>;

/** Only a row's own button may replace another user's line, and only the line that the page showed. */
export function readEntries(form: FormData): WantedDiscussion[] {
  const found = new Map<number, WantedDiscussion>();
  // The service refuses NaN.
  const entryOf = (text: string): WantedDiscussion => {
    const stayId = /^\d+$/.test(text) ? Number(text) : NaN;
    const entry = found.get(stayId) ?? { stayId };
    found.set(stayId, entry);
    return entry;
  };
  for (const name of form.keys()) {
    if (!name.startsWith("line-")) continue;
    const id = name.slice("line-".length);
    const text = lineOf(form, name);
    const isReplaced = form.get("replace") === id;
    const was = lineOf(form, isReplaced ? `now-${id}` : `was-${id}`);
    if (text === was) continue;
    entryOf(id).line = { was, text };
  }
  for (const name of ["discussed", "undo"] as const) {
    const pressed = form.get(name);
    if (typeof pressed === "string") {
      entryOf(pressed).isDiscussed = name === "discussed";
    }
  }
  return [...found.values()];
}

function lineOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? lineText(value) : "";
}
