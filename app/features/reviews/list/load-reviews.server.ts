import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { signedIdParam } from "~/contract/wire";
import { refusalOf } from "~/data/call-failure.server";
import { pageError } from "~/data/page-error.server";
import { answerUserForm } from "~/http/guarded-form.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import {
  changeReview,
  listReviews,
  type CountedReviews,
  type ReviewRow,
} from "~server/reviews/service";
import { FORM, MARK_DONE, readText, readOpenedFrom } from "../form-values";
import { reviewWords, overdueAfterText, reviewedText } from "../rules/words";
import { reviewListWords as words } from "./words";
import type { DeepReadonly } from "~/contract/deep-readonly";
import { noticesOf, panelOf, rowsState } from "~/data/panel.server";
import { usDayOf } from "~/domain/calendar";
import { shownOf } from "~/domain/lists/counted-words";
import { readPage } from "~/domain/lists/list-page";
import { messages } from "~/domain/messages";
import { formatCount } from "~/domain/number-format";
import { lastFirst } from "~/domain/person-name";
import { noticeWords } from "~/features/transfer-notices/words";
import { outcomeText } from "~/features/transfers/words";
import { REVIEW_LISTS } from "../rules/review-rules";
import { carriedQuery, countsFor, navOfPlace } from "~/navigation.server";
import type { ProfileQuery } from "~/paths";
import type { Nav } from "~/ui/nav";
import { placeOfPage } from "~/features/shell/navigation/place-of-page.server";
import type { CountedPlace } from "~/session/place-counts.server";
import { notSentNotice } from "~/session/not-sent-notice.server";
import type { SignedIn } from "~/session/require-user.server";
import { dashboardCrumb } from "~/features/shell/navigation/first-crumbs";
import {
  reviewPath,
  reviewsPath,
  type OpenedFrom,
  type ReviewsQuery,
} from "~/review-paths";
import { requireScreen } from "~/session/screen.server";
import type { Crumb } from "~/ui/breadcrumbs";
import { placePath } from "~/paths";
import { noticesPath } from "~/transfer-notice-paths";

export type ReviewsView = Awaited<ReturnType<typeof loadReviews>>["view"];
export type TransferRow = ReturnType<typeof rowOf>;

type Counted = DeepReadonly<CountedReviews> & {
  next: number | null;
  rows: readonly unknown[];
};
type Asked = ReviewsQuery & Required<Pick<ReviewsQuery, "list" | "page">>;

export async function loadReviews({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const carried = carriedQuery(request);
  const { searchParams } = new URL(request.url);
  const from = readOpenedFrom(searchParams);
  const asked: Asked = {
    ...from,
    list: from.list ?? "open",
    page: readPage(searchParams),
    ...carried,
  };
  const { level, id, list } = asked;
  const place = level && id !== undefined ? { level, id } : undefined;
  const outcome = await signedIn.ask(listReviews, {
    place,
    list,
    page: asked.page - 1,
  });
  const panel = panelOf(
    outcome,
    { systemError: words.failed },
    (answer) => answer,
  );
  const found = panel.state === "data" ? panel.data : null;
  const subject =
    found && place ? await subjectOf(signedIn, place, carried) : null;
  const rows = (found?.rows ?? []).map((row) => rowOf(row, from));
  const view = {
    ...listsOf(asked, found),
    placeName: subject?.nav.name ?? null,
    notices:
      place?.level === "facility"
        ? { text: noticeWords.title, href: noticesPath(place.id) }
        : null,
    causesHref: place
      ? `${placePath("transfers", place.level, place.id, carried)}#by-cause`
      : null,
    transfers: rowsState(panel, rows),
    isOfFacility: level === "facility",
    places: (found?.places ?? []).map((place) => ({
      id: place.facility_id,
      name: place.facility_name,
      href: reviewsPath({ level: "facility", id: place.facility_id }),
      reviewed: `${formatCount(place.reviewed)} of ${formatCount(place.transfers)}`,
      overdue: formatCount(place.overdue),
      overdueHref:
        place.overdue === 0
          ? null
          : reviewsPath({
              ...{ level: "facility", id: place.facility_id },
              list: "overdue",
            }),
    })),
  };
  return {
    view,
    ...(subject ?? {
      crumbs: [dashboardCrumb(signedIn.user.viewer), TITLE_CRUMB],
    }),
    notices: [
      ...noticesOf(panel),
      // Lists without a button ask for nothing.
      ...(rows.some(({ mayMarkDone }) => mayMarkDone)
        ? await notSentNotice(signedIn)
        : []),
    ],
  };
}

const TITLE_CRUMB: Crumb = { label: reviewWords.title, current: true };

async function subjectOf(
  signedIn: SignedIn,
  place: CountedPlace,
  query: ProfileQuery,
): Promise<{ nav: Nav; crumbs: Crumb[] }> {
  const { level } = place;
  const [counts, { name, crumbs }] = await Promise.all([
    countsFor(signedIn, place),
    level === "physician"
      ? {
          name: null,
          crumbs: [dashboardCrumb(signedIn.user.viewer), TITLE_CRUMB],
        }
      : placeOfPage(signedIn, { ...place, level }, reviewWords.title),
  ]);
  return { nav: navOfPlace(place, { name, counts, query }), crumbs };
}

function listsOf(asked: Asked, found: Counted | null) {
  const hrefOf = (change: Partial<Asked>) => {
    const { list, page, ...place } = { ...asked, ...change };
    return reviewsPath({
      ...place,
      list: list === "open" ? undefined : list,
      page: page === 1 ? undefined : page,
    });
  };
  const next = found?.next ?? null;
  const count = (list: Asked["list"]) =>
    found && formatCount(found.counts.lists[list]);
  return {
    lists: REVIEW_LISTS.map((list) => ({
      href: hrefOf({ list, page: 1 }),
      text: [words.lists[list], count(list)]
        .filter((one) => one !== null)
        .join(" "),
      isShown: list === asked.list,
    })),
    heading: words.lists[asked.list],
    shown:
      found &&
      shownOf(
        {
          page: asked.page,
          rows: found.rows.length,
          total: found.counts.lists[asked.list],
        },
        "transfers",
      ),
    summary:
      found &&
      `${reviewedText({ ...found.counts, since: found.since })}. ${overdueAfterText(found.reviewDays)}`,
    allHref:
      asked.id === undefined
        ? null
        : hrefOf({ level: undefined, id: undefined, page: 1 }),
    page: asked.page,
    href: hrefOf({}),
    olderHref: next === null ? null : hrefOf({ page: asked.page + 1 }),
    newestHref: asked.page === 1 ? null : hrefOf({ page: 1 }),
  };
}

function rowOf(row: DeepReadonly<ReviewRow>, from: OpenedFrom) {
  const { state, outcome, due_on, done_on } = row;
  const due =
    due_on &&
    `${done_on ? words.doneOn : words.dueBy} ${usDayOf(done_on ?? due_on)}`;
  return {
    id: row.transfer_id,
    name: lastFirst(row.last_name, row.first_name),
    mrn: row.mrn ?? messages.unknown,
    href: reviewPath(row.transfer_id, undefined, from),
    facility: row.facility_name,
    physician: row.physician_name ?? reviewWords.noPhysician,
    transferred: usDayOf(row.transferred_on),
    outcome: outcomeText({ outcome, assumed: row.assumed }),
    state,
    stateText:
      row.version === 0 ? reviewWords.notBegun : reviewWords.states[state],
    isOverdue: row.is_overdue,
    action: row.action ?? "",
    actionBy: [row.owner, due].filter(Boolean).join(", "),
    isActionLate: row.is_action_late,
    version: row.version,
    mayMarkDone: row.may_mark_done,
  };
}

/** The list then says that it was saved, or that others came first. */
export async function markDone({ request }: ActionFunctionArgs) {
  return answerUserForm(request, async ({ form, signedIn }) => {
    if (form.get(FORM.task) !== MARK_DONE) throw pageError(400);
    const outcome = await signedIn.ask(changeReview, {
      id: signedIdParam.parse(readText(form, FORM.transfer)),
      action: "save",
      version: Number(readText(form, FORM.version)) || 0,
      done_today: true,
    });
    const { pathname, search } = new URL(request.url);
    const answer = (tone: "success" | "error", text: string) =>
      redirectWithNotice(signedIn, pathname + search, { tone, text }, 303);
    if (outcome.kind !== "failure") {
      signedIn.forgetPlaceCounts();
      return answer("success", words.markedDone);
    }
    const { text, status } = refusalOf(outcome);
    return answer("error", status === 409 ? reviewWords.form.stale : text);
  });
}
