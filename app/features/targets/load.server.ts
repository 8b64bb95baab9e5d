import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { idParam } from "~/contract/wire";
import { noticesOf, panelOf } from "~/data/panel.server";
import { usDayOf } from "~/domain/calendar";
import { NOTE_LEVELS } from "~/domain/graphs/note-kinds";
import {
  findGraph,
  GRAPH_TAGS,
  RATE_GRAPHS,
} from "~/domain/graphs/rate-graphs";
import { messages } from "~/domain/messages";
import { byWhom } from "~/features/chart-events/rules/note-text";
import { placeOfPage } from "~/features/shell/navigation/place-of-page.server";
import { sessionMessages } from "~/features/sign-in/rules/session-messages";
import { countsFor, navOfPlace } from "~/navigation.server";
import { requireScreen } from "~/session/screen.server";
import { todayAtPlace } from "~/session/today-at-place.server";
import { targetsPath } from "~/target-paths";
import { listTargets, type SetTarget } from "~server/targets/service";
import type { QuestionView } from "~/ui/question-view";
import { TARGET_FIELDS, targetsInForce, type TargetEntries } from "./rules";
import { END_ID, endLinkId, targetWords as words } from "./page-words";
import { noneSetText, targetNumber } from "./words";

export const placeParams = z.object({
  level: z.enum(NOTE_LEVELS),
  id: idParam,
});
type Place = z.infer<typeof placeParams>;

/** Open to whoever may open the place's profile (R564). */
export async function loadTargets({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const place = placeParams.parse(params);
  const { level, id } = place;
  const { searchParams } = new URL(request.url);
  const today = await todayAtPlace(signedIn, level, id);
  const end = idParam.safeParse(searchParams.get("end")).data ?? null;
  const [outcome, subject, counts] = await Promise.all([
    signedIn.ask(listTargets, { place, ended: true }),
    placeOfPage(signedIn, place, words.title),
    countsFor(signedIn, place),
  ]);
  const panel = panelOf(outcome, { systemError: words.failed }, (answer) =>
    listOf(answer.targets, place, { ...answer, today, end }),
  );
  const kept = await signedIn.takeKeptForm();
  // A form that ends a target has nothing to put back.
  const isOfTarget = kept?.form.has("measure") ?? false;
  const view = {
    ...subject,
    action: targetsPath(`${level}/${id}`),
    today,
    measures: RATE_GRAPHS.map(({ graph: value, title: label }) => ({
      value,
      label,
    })),
    kept:
      kept && isOfTarget
        ? { entries: readTargetEntries(kept.form), unsent: kept.unsent }
        : null,
    targets: panel,
  };
  const name = subject.name ?? messages.profile.companyOverview;
  const notices = [
    ...noticesOf(panel),
    ...(kept && !isOfTarget
      ? [{ tone: "info" as const, text: sessionMessages.notSent }]
      : []),
  ];
  return { view, nav: navOfPlace(place, { name, counts }), notices };
}

function listOf(
  targets: readonly Readonly<SetTarget>[],
  place: Place,
  asked: { mayWrite: boolean; today: string; end: number | null },
) {
  const open = targets.filter(({ endedAt }) => endedAt === null);
  const inForce = targetsInForce(open, asked.today);
  const rows = GRAPH_TAGS.flatMap((tag) => {
    const target = inForce[tag];
    return target ? [rowOf(target, place, asked.mayWrite)] : [];
  });
  const toEnd = rows.find(({ id, endHref }) => endHref && id === asked.end);
  return {
    rows,
    ended: targets
      .filter(({ endedAt }) => endedAt !== null)
      .map((target) => rowOf(target, place, false)),
    noneSet: noneSetText(rows.map(({ tag }) => tag)),
    mayWrite: asked.mayWrite,
    toEnd: toEnd ? questionOf(toEnd, place) : null,
  };
}

function questionOf(
  { id, version, ...row }: TargetRow,
  place: Place,
): QuestionView {
  const href = targetsPath(`${place.level}/${place.id}`);
  const facts = (
    ["measure", "target", "from", "reason", "written"] as const
  ).map((key) => ({ label: words.columns[key], value: row[key] }));
  return {
    id: END_ID,
    title: words.question.title,
    before: words.changes,
    facts,
    after: [],
    submit: words.question.end,
    action: href,
    fields: { target_id: id, version },
    closeHref: href,
    returnFocusTo: endLinkId(id),
  };
}

export type TargetRow = ReturnType<typeof rowOf>;

function rowOf(
  target: Readonly<SetTarget>,
  { level, id: placeId }: Place,
  mayWrite: boolean,
) {
  const { id, version, measure, endedAt } = target;
  const isOwn = target.level === level && target.placeId === placeId;
  return {
    id,
    version,
    tag: measure,
    measure: findGraph(measure)?.title ?? measure,
    target: targetNumber(target),
    from: usDayOf(target.from),
    reason: target.reason,
    /** Null for the place of the page. */
    place: isOwn ? null : (target.placeName ?? words.company),
    written: byWhom(target.author, target.addedAt),
    ended: endedAt === null ? null : byWhom(target.endedBy ?? "", endedAt),
    endHref:
      mayWrite && isOwn
        ? targetsPath(`${level}/${placeId}`, { end: id })
        : null,
  };
}

export function readTargetEntries(form: FormData): TargetEntries {
  const entries = TARGET_FIELDS.map((name) => {
    const value = form.get(name);
    return [name, typeof value === "string" ? value.trim() : ""];
  });
  return Object.fromEntries(entries) as TargetEntries;
}
