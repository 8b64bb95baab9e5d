import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import type { DeepReadonly } from "~/contract/deep-readonly";
import { idParam } from "~/contract/wire";
import type { Outcome } from "~/data/call.server";
import { noticesOf, panelOf } from "~/data/panel.server";
import { NOTE_LEVELS } from "~/domain/graphs/note-kinds";
import { LEVEL_NAMES } from "~/domain/places/level-names";
import { byWhom } from "~/features/chart-events/rules/note-text";
import { placePage } from "~/features/shell/navigation/place-of-page.server";
import { NOT_SENT } from "~/session/not-sent-notice.server";
import type { SignedIn } from "~/session/require-user.server";
import { requireScreen } from "~/session/screen.server";
import { todayAtPlace } from "~/session/today-at-place.server";
import type { SetTarget } from "~server/targets/service";
import type { NavLink } from "~/ui/nav";
import type { QuestionView } from "~/ui/question-view";
import { endLinkId } from "./settings-screen";

export const placeParams = z.object({
  level: z.enum(NOTE_LEVELS),
  id: idParam,
});
export type SettingPlace = z.infer<typeof placeParams>;

/** Open to whoever may open the place's profile. */
export async function loadSettings<Answer, List, Entries>(
  { request, params }: LoaderFunctionArgs,
  words: { title: string; failed: string },
  page: {
    ask(signedIn: SignedIn, place: SettingPlace): Promise<Outcome<Answer>>;
    listOf(answer: Answer, place: SettingPlace, today: string): List;
    /** What a form would have set; null for one that ends a setting. */
    entriesOf(form: FormData): Entries | null;
    files?: NavLink[];
  },
) {
  const signedIn = await requireScreen(request);
  const place = placeParams.parse(params);
  const [outcome, { subject, nav }, today] = await Promise.all([
    page.ask(signedIn, place),
    placePage(signedIn, place, words.title, { files: page.files ?? [] }),
    todayAtPlace(signedIn, place.level, place.id),
  ]);
  const list = panelOf(outcome, { systemError: words.failed }, (answer) =>
    page.listOf(answer, place, today),
  );
  const kept = await signedIn.takeKeptForm();
  const entries = kept && page.entriesOf(kept.form);
  const isNotSent = kept !== null && entries === null;
  return {
    place,
    view: { ...subject, today, list, entries, unsent: kept?.unsent ?? null },
    nav,
    notices: [
      ...noticesOf(list),
      ...(isNotSent ? [{ tone: "info" as const, text: NOT_SENT }] : []),
    ],
  };
}

type Setting = Omit<SetTarget, "measure" | "value" | "from" | "reason">;

/** Cells of each setting, and `isOpen` if it may be ended on this page. */
export function settingRow(
  { id, version, ...setting }: DeepReadonly<Setting>,
  place: SettingPlace,
  mayWrite: boolean,
) {
  const { level, placeId, endedBy, endedAt } = setting;
  const isOwn = level === place.level && placeId === place.id;
  return {
    id,
    version,
    isOpen: mayWrite && isOwn && endedAt === null,
    /** Null for the place of the page. */
    place: isOwn ? null : (setting.placeName ?? LEVEL_NAMES.company),
    written: byWhom(setting.author, setting.addedAt),
    ended: endedAt === null ? null : byWhom(endedBy ?? "", endedAt),
  };
}

export function numberIn({ url }: Request, name: string): number | null {
  return idParam.safeParse(new URL(url).searchParams.get(name)).data ?? null;
}

/** Repeats the cells of `keys`. */
export function endQuestion<Key extends string>(
  row: Readonly<Record<Key, string | null>> & { id: number; version: number },
  words: { columns: Readonly<Record<Key, string>>; endId: string },
  keys: readonly Key[],
  question: Pick<QuestionView, "title" | "before" | "submit" | "closeHref">,
): QuestionView {
  const { id, version } = row;
  return {
    ...question,
    id: words.endId,
    facts: keys.map((key) => ({
      label: words.columns[key],
      value: row[key] ?? "",
    })),
    after: [],
    action: question.closeHref,
    fields: { ended_id: id, version },
    returnFocusTo: endLinkId(words.endId, id),
  };
}
