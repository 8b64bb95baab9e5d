import { counted } from "~/domain/lists/counted-words";
import { formatCount } from "~/domain/number-format";
import { lastFirst } from "~/domain/person-name";
import { ownPlacesOf } from "~/features/signals/rules/own-places";
import { ATTENTION_CHIPS } from "~/features/today/rules/attention-chips";
import { RESIDENT_LEVELS } from "~/features/today/rules/today-levels";
import type { Shown } from "~/features/today/rules/today-list";
import { paths, withQuery } from "~/paths";
import { residentPath } from "~/resident-paths";
import { reviewsPath } from "~/review-paths";
import type { PlaceCounts } from "~/session/place-counts.server";
import type { SignedIn } from "~/session/require-user.server";
import { todayPath } from "~/today-paths";
import { listFirst } from "~server/today/service";
import type { Morning } from "../profile-view";
import type { FiguresRequest } from "./load-panels.server";
import { loadSignalNews } from "~/features/signals/news/load-signal-news.server";

type Subject = Pick<FiguresRequest, "level" | "id">;

export const NO_MORNING: Morning = { counts: [], first: [] };

const OF_TODAY: readonly [show: Shown, textOf: (count: number) => string][] = [
  ["attention", attentionText],
  ["out", (count) => `${formatCount(count)} out at hospital`],
  ["back", (count) => `${formatCount(count)} back within 72 hours`],
];

/** What is nothing is left out. */
export async function loadMorning(
  signedIn: SignedIn,
  { level, id }: Subject,
  { today, overdue }: PlaceCounts,
): Promise<Morning> {
  const [news, unread, first] = await Promise.all([
    loadSignalNews(signedIn, { level, id }),
    isOwnPhysician(signedIn, { level, id }) ? signedIn.unreadAlerts() : null,
    loadFirst(signedIn, { level, id }, today),
  ]);
  const path = todayPath(level, id);
  const residents = today
    ? OF_TODAY.filter(([show]) => today[show] > 0).map(([show, textOf]) => ({
        text: textOf(today[show]),
        href: isOfResidents(level)
          ? withQuery(path, { show })
          : withQuery(path, { sort: show, dir: "desc" }),
      }))
    : [];
  const counts = [
    ...residents,
    ...(unread
      ? [
          {
            text: counted(formatCount(unread), "unread notes"),
            href: paths.afterHoursReport,
          },
        ]
      : []),
    ...(overdue && level !== "physician"
      ? [
          {
            text: `${counted(formatCount(overdue), "reviews")} overdue`,
            href: reviewsPath({ level, id, list: "overdue" }),
          },
        ]
      : []),
    ...(news ? [news] : []),
  ];
  return { counts, first };
}

async function loadFirst(
  signedIn: SignedIn,
  { level, id }: Subject,
  today: PlaceCounts["today"],
): Promise<Morning["first"]> {
  if (!today?.attention) return [];
  if (today.most) {
    const { facility_id, facility_name, attention } = today.most;
    return [
      {
        text: facility_name,
        href: todayPath("facility", facility_id),
        why: `most to do: ${attentionText(attention)}`,
      },
    ];
  }
  const listed = RESIDENT_LEVELS.find((one) => one === level);
  if (!listed) return [];
  const found = await signedIn.ask(listFirst, { level: listed, id });
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

function isOfResidents(level: FiguresRequest["level"]): boolean {
  return RESIDENT_LEVELS.some((one) => one === level);
}

function isOwnPhysician(
  { user: { viewer } }: SignedIn,
  { level, id }: Subject,
): boolean {
  return (
    level === "physician" && ownPlacesOf(viewer).some((own) => own.id === id)
  );
}
