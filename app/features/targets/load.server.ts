import type { LoaderFunctionArgs } from "@remix-run/node";
import { idParam } from "~/contract/wire";
import { pageError } from "~/data/page-error.server";
import { noticesOf, panelOf } from "~/data/panel.server";
import { usDayOf } from "~/domain/calendar";
import { NOTE_LEVELS, type NoteLevel } from "~/domain/graphs/note-kinds";
import {
  findGraph,
  GRAPH_TAGS,
  RATE_GRAPHS,
} from "~/domain/graphs/rate-graphs";
import { messages } from "~/domain/messages";
import { auditTimeText } from "~/features/audit/rules/event-words";
import { placeOfPage } from "~/features/shell/navigation/place-of-page.server";
import { sessionMessages } from "~/features/sign-in/rules/session-messages";
import { countsFor, navOfPlace } from "~/navigation.server";
import { requireScreen } from "~/session/screen.server";
import { todayAtPlace } from "~/session/today-at-place.server";
import { targetsPath } from "~/target-paths";
import { listTargets, type SetTarget } from "~server/targets/service";
import type { QuestionView } from "~/ui/question-view";
import { END_ID, endLinkId, readTargetEntries } from "./entries";
import { targetsInForce } from "./rules";
import { targetWords as words } from "./page-words";
import { noneSetText, targetNumber } from "./words";

export interface TargetsPlace {
  level: NoteLevel;
  id: number;
}

/** The place of the page; 404 where there are no targets. */
export function placeOf(params: LoaderFunctionArgs["params"]): TargetsPlace {
  const level = NOTE_LEVELS.find((one) => one === params.level);
  if (level === undefined) throw pageError(404);
  return { level, id: Number(params.id) };
}

/** Loads the targets of a place (R564). Whoever may open its profile may open this. */
export async function loadTargets({ request, params }: LoaderFunctionArgs) {
  const place = placeOf(params);
  const { level, id } = place;
  const signedIn = await requireScreen(request);
  const { searchParams } = new URL(request.url);
  const today = await todayAtPlace(signedIn, level, id);
  const end = idParam.safeParse(searchParams.get("end")).data ?? null;
  const [outcome, subject, counts] = await Promise.all([
    signedIn.ask(listTargets, { place, ended: true }),
    placeOfPage(signedIn, place, words.title),
    countsFor(signedIn, place),
  ]);
  const panel = panelOf(outcome, { systemError: words.failed }, (answer) => ({
    ...listOf(answer.targets, place, { ...answer, today, end }),
  }));
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
    targets:
      panel.state === "data"
        ? { state: "data" as const, ...panel.data }
        : panel,
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
  place: TargetsPlace,
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

/** Asks whether a target is really to be ended, and says what that changes. */
function questionOf(
  { id, version, ...row }: TargetRow,
  place: TargetsPlace,
): QuestionView {
  const { columns } = words;
  const href = targetsPath(`${place.level}/${place.id}`);
  return {
    id: END_ID,
    title: words.question.title,
    before: words.changes,
    facts: [
      { label: columns.measure, value: row.measure },
      { label: columns.target, value: row.target },
      { label: columns.from, value: row.from },
      { label: columns.reason, value: row.reason },
      { label: columns.written, value: row.written },
    ],
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
  { level, id: placeId }: TargetsPlace,
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

function byWhom(author: string, at: string): string {
  const { day, time } = auditTimeText(at);
  return `${author}, ${day} ${time}`;
}
