import type { LoaderFunctionArgs } from "@remix-run/node";
import { idParam } from "~/contract/wire";
import { noteWords as words } from "./rules/note-words";
import { GRAPH_TAGS } from "~/domain/graphs/rate-graphs";
import { placeParams } from "~/features/place-settings/load-settings.server";
import { MAIN_ID } from "~/features/shell/shell-data";
import { answerUserForm } from "~/http/guarded-form.server";
import {
  answerForm,
  noticeOfEnd,
  type FormAnswer,
} from "~/session/change-outcome.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import { addChartNote, endChartNote } from "~server/chart-events/service";
import { readEntries } from "./load-notes.server";
import { NOTE_FIELDS } from "./rules/note-problems";
import { placePath } from "~/paths";

export type NotesAnswer = FormAnswer<ReturnType<typeof readEntries>>;

export async function changeNotes({ request, params }: LoaderFunctionArgs) {
  return answerUserForm(request, async ({ form, signedIn }) => {
    const place = placeParams.parse(params);
    // From its top: what had the focus may be gone, and the notice stands there.
    const list = `${placePath("events", place.level, place.id)}#${MAIN_ID}`;
    const numberIn = (name: string) =>
      idParam.safeParse(form.get(name)).data ?? 0;
    const version = numberIn("version");
    if (form.has("ended_id")) {
      const noteId = numberIn("ended_id");
      const asked = { place, noteId, version };
      const notice = noticeOfEnd(
        await signedIn.ask(endChartNote, asked),
        words,
      );
      return redirectWithNotice(signedIn, list, notice, 303);
    }
    const entries = readEntries(form);
    const { kind, text, from } = entries;
    const isEdited = form.has("replaces");
    const outcome = await signedIn.ask(addChartNote, {
      place,
      kind,
      text: text.slice(0, 1_000),
      from: from.slice(0, 40),
      measures: GRAPH_TAGS.filter((tag) => entries.measures.includes(tag)),
      ...(isEdited && {
        replaces: { noteId: numberIn("replaces"), version },
      }),
    });
    const { done, changed } = words.forms[kind];
    return answerForm(
      signedIn,
      outcome,
      { entries, fields: NOTE_FIELDS, prefix: `${kind}-` },
      { page: list, text: isEdited ? changed : done },
    );
  });
}
