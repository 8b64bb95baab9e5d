import { changesPath } from "~/changes-paths";
import { apiHost } from "~/data/upstream.server";
import { epochDayOf, mondayBefore, newYorkDay } from "~/domain/calendar";
import { counted } from "~/domain/lists/counted-words";
import { formatCount } from "~/domain/number-format";
import { lastFirst } from "~/domain/person-name";
import { ownPlacesOf } from "~/features/signals/rules/own-places";
import { ATTENTION_CHIPS } from "~/features/today/rules/attention-rules.data";
import { LEVELS_ABOVE_FACILITIES } from "~/domain/places/hierarchy";
import { RESIDENT_LEVELS } from "~/features/today/rules/query";
import type { Shown } from "~/features/today/rules/list";
import { shortDayText } from "~/features/today/rules/words";
import { withQuery, placePath } from "~/paths";
import { residentPath } from "~/resident-paths";
import { reviewsPath } from "~/review-paths";
import type { PlaceCounts } from "~/session/place-counts.server";
import type { SignedIn } from "~/session/require-user.server";
import type { NavLink } from "~/ui/nav";
import { dueText } from "~/features/transfer-notices/words";
import { listFirst } from "~server/today/service";
import type { Morning } from "../profile-view";
import type { FiguresRequest } from "./load-panels.server";
import { loadSignalNews } from "~/features/signals/news/load-signal-news.server";
import { noticesPath } from "~/transfer-notice-paths";
import { unreadNotesReport } from "~/report-paths";

type Subject = Pick<FiguresRequest, "level" | "id">;
type Asked = Subject & { facilityId?: number | undefined };

export const NO_MORNING: Morning = { counts: [], first: [] };

const OF_TODAY: readonly [show: Shown, textOf: (count: number) => string][] = [
  ["attention", attentionText],
  ["out", (count) => `${formatCount(count)} out at hospital`],
  ["back", (count) => `${formatCount(count)} back within 72 hours`],
];

export async function loadMorning(
  signedIn: SignedIn,
  { level, id, facilityId }: Asked,
  counts: PlaceCounts,
): Promise<Morning> {
  const [news, changes, due, unread, first] = await Promise.all([
    loadSignalNews(signedIn, { level, id }),
    loadChangeCount(signedIn, { level, id }),
    level === "facility" && apiHost === null ? signedIn.noticesDue(id) : null,
    level === "physician" &&
    ownPlacesOf(signedIn.user.viewer).some((own) => own.id === id)
      ? signedIn.unreadAlerts()
      : null,
    loadFirst(signedIn, { level, id, facilityId }, counts.today),
  ]);
  const links = [
    ...todayLinks({ level, id, facilityId }, counts),
    ...(unread
      ? [
          {
            text: counted(formatCount(unread), "unread notes"),
            href: unreadNotesReport,
          },
        ]
      : []),
    ...overdueLinks({ level, id }, counts),
    ...(due ? [{ text: dueText(due), href: noticesPath(id, { due: 1 }) }] : []),
    ...(news ? [news] : []),
    ...(changes ? [changes] : []),
  ];
  return { counts: links, first };
}

export function todayLinks(
  { level, id, facilityId }: Asked,
  { today }: PlaceCounts,
): NavLink[] {
  const path = placePath("today", level, id);
  return today
    ? OF_TODAY.filter(([show]) => today[show] > 0).map(([show, textOf]) => ({
        text: textOf(today[show]),
        href: withQuery(path, { show, "facility-id": facilityId }),
      }))
    : [];
}

export function overdueLinks(
  { level, id }: Subject,
  { overdue }: PlaceCounts,
): NavLink[] {
  return overdue && level !== "physician"
    ? [
        {
          text: `${counted(formatCount(overdue), "reviews")} overdue`,
          href: reviewsPath({ level, id, list: "overdue" }),
        },
      ]
    : [];
}

/** Changes since Monday below the place, or at all facilities of a user with several (R534); no number while they are being counted. */
export async function loadChangeCount(
  signedIn: SignedIn,
  subject: Subject | null,
): Promise<NavLink | null> {
  const { viewer } = signedIn.user;
  const level = LEVELS_ABOVE_FACILITIES.find((one) => one === subject?.level);
  const place = level && subject ? { level, id: subject.id } : null;
  const isOfOwn =
    (subject === null || subject.level === "facility") &&
    viewer.accessLevel !== "physician" &&
    ownPlacesOf(viewer).length > 1;
  if (apiHost !== null || !(place ?? isOfOwn)) return null;
  const count = await signedIn.changeCount(place);
  if (count === 0) return null;
  const changes =
    count === null ? "Changes" : counted(formatCount(count), "changes");
  const monday = mondayBefore(epochDayOf(newYorkDay(new Date())));
  const text = `${changes} since ${shortDayText(monday)}`;
  const isWider = place === null && subject !== null;
  return {
    text: isWider ? `${text}, all facilities` : text,
    href: changesPath(place),
  };
}

async function loadFirst(
  signedIn: SignedIn,
  { level, id, facilityId }: Asked,
  today: PlaceCounts["today"],
): Promise<Morning["first"]> {
  if (!today?.attention) return [];
  if (today.most) {
    const { facility_id, facility_name, attention } = today.most;
    return [
      {
        text: facility_name,
        href: placePath("today", "facility", facility_id),
        why: `most to do: ${attentionText(attention)}`,
      },
    ];
  }
  const listed = RESIDENT_LEVELS.find((one) => one === level);
  if (!listed) return [];
  const found = await signedIn.ask(listFirst, {
    level: listed,
    id,
    facilityId,
  });
  if (found.kind !== "data") return [];
  return found.answer.map(({ resident_id, last_name, first_name, rule }) => ({
    text: lastFirst(last_name, first_name),
    href: residentPath(resident_id),
    why: rule ? ATTENTION_CHIPS[rule] : "",
  }));
}

function attentionText(count: number): string {
  return `${formatCount(count)} ${count === 1 ? "needs" : "need"} attention`;
}
