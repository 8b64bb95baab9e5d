import { counted } from "~/domain/lists/counted-words";
import { formatCount } from "~/domain/number-format";
import { ownPlacesOf } from "~/domain/signals/own-places";
import { TODAY_LEVELS } from "~/domain/today/today-levels";
import type { Shown } from "~/domain/today/today-list";
import type { NavLink } from "~/ui/nav";
import { paths, withQuery } from "~/paths";
import { reviewsPath } from "~/review-paths";
import type { PlaceCounts } from "~/session/place-counts.server";
import type { SignedIn } from "~/session/require-user.server";
import { todayPath } from "~/today-paths";
import type { FiguresRequest } from "./load-panels.server";
import { loadSignalNews } from "./load-signal-news.server";

const OF_TODAY: readonly [show: Shown, text: string, ofOne?: string][] = [
  ["attention", "need attention", "needs attention"],
  ["out", "out at hospital"],
  ["back", "back within 72 hours"],
];

/** What matters at a place this morning, each with the way to exactly that list. What is nothing is left out. */
export async function loadMorning(
  signedIn: SignedIn,
  { level, id }: Pick<FiguresRequest, "level" | "id">,
  { today, overdue }: PlaceCounts,
): Promise<NavLink[]> {
  const [news, unread] = await Promise.all([
    loadSignalNews(signedIn, { level, id }),
    isOwnPhysician(signedIn, { level, id }) ? signedIn.unreadAlerts() : null,
  ]);
  const listed = TODAY_LEVELS.find((one) => one === level);
  const residents =
    listed && today
      ? OF_TODAY.filter(([show]) => today[show] > 0).map(
          ([show, text, ofOne = text]) => ({
            text: `${formatCount(today[show])} ${today[show] === 1 ? ofOne : text}`,
            href: withQuery(todayPath(listed, id), { show }),
          }),
        )
      : [];
  return [
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
}

function isOwnPhysician(
  { user: { viewer } }: SignedIn,
  { level, id }: Pick<FiguresRequest, "level" | "id">,
): boolean {
  return (
    level === "physician" && ownPlacesOf(viewer).some((own) => own.id === id)
  );
}
