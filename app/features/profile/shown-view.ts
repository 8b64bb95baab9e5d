import { useLocation } from "@remix-run/react";
import { startTransition, useEffect, useMemo, useState } from "react";
import { parseFrailtyFilter } from "~/domain/frailty";
import { graphsAsked } from "~/domain/graphs/graph-modes";
import { childLevelOf } from "~/domain/places/hierarchy";
import { loadScript } from "~/rendering/lazy-component";
import type { arrangeList } from "./drill-down/arrange-list";
import { shownList } from "./drill-down/shown-list";
import { clearHrefOf } from "./profile-links";
import type {
  LeftOutPart,
  ListView,
  ProfileView,
  SentView,
} from "./profile-view";
import {
  isCurrentOnly,
  listParameters,
  viewParameters,
} from "./view-parameters";

export function withListFilters(
  { head, graphs, filters }: ProfileView["paper"],
  {
    frailtyFilter,
    isCurrentOnly,
  }: Pick<ProfileView, "frailtyFilter" | "isCurrentOnly">,
): ProfileView["paper"] {
  const words =
    (isCurrentOnly ? " · Current only" : "") +
    (frailtyFilter === "all" ? "" : ` · Frailty: ${frailtyFilter}`);
  return { head: head + words, graphs, filters: filters + words };
}

type Arrange = typeof arrangeList;

let arrange: Arrange | null = null;

/** What arranges a list comes when that is first asked for; until then the list stays as it is. */
export function useShownView(sent: SentView): ProfileView {
  const { search } = useLocation();
  const query = viewParameters(new URLSearchParams(search));
  const [known, setKnown] = useState<{ arrange: Arrange | null }>({ arrange });
  const isWaiting = !known.arrange && !isAsSent(sent, query);
  useEffect(() => {
    if (!isWaiting) return;
    let isHere = true;
    void loadScript(() => import("./drill-down/arrange-list")).then((chunk) => {
      arrange = chunk.arrangeList;
      // What the server has sent may still be on its way into React's hands.
      if (isHere) startTransition(() => setKnown({ arrange }));
    });
    return () => {
      isHere = false;
    };
  }, [isWaiting]);
  return useMemo(
    () => shownView(sent, query, known.arrange),
    [sent, query, known],
  );
}

function isAsSent({ listAt }: SentView, query: string): boolean {
  return listParameters(new URLSearchParams(query)) === listAt.query;
}

/** The page stays as it was sent without `arrange` or the left-out parts, and links carry what was asked for. */
export function shownView(
  sent: SentView,
  query: string,
  arrange: Arrange | null,
): ProfileView {
  const { list, listAt, paper, rendered } = sent;
  const lacks = (part: LeftOutPart) => rendered.leftOut.includes(part);
  const isListAsSent = isAsSent(sent, query) || !arrange || lacks("rows");
  const modes = graphsAsked(new URLSearchParams(query));
  const ofList = askedFor(sent, query);
  const asked = { ...ofList, monthly: modes.monthly };
  const shown = isListAsSent ? askedFor(sent, listAt.query) : ofList;
  const arranged = ({ data }: { data: ListView }) =>
    isListAsSent
      ? listAt.arrangement
      : arrange(data, ofList.sort, ofList.frailtyFilter, ofList.isCurrentOnly);
  const view = {
    ...sent,
    ...shown,
    asked,
    ...modes,
    ...(lacks("graphs") && { monthly: sent.monthly }),
    paper: withListFilters(paper, shown),
    list:
      list.state === "data"
        ? { ...list, data: shownList(list.data, arranged(list)) }
        : list,
  };
  return { ...view, clearHref: clearHrefOf(view) };
}

function askedFor(sent: SentView, query: string) {
  const search = new URLSearchParams(query);
  const hasPatients = childLevelOf(sent.level) === "patient";
  return {
    sort: sortOf(sent, search),
    frailtyFilter: hasPatients
      ? parseFrailtyFilter(search.get("frailty"))
      : ("all" as const),
    isCurrentOnly: hasPatients && isCurrentOnly(search),
  };
}

/** A failed list has no columns, so it keeps the requested sort. */
function sortOf(
  { list, sort }: SentView,
  search: URLSearchParams,
): ProfileView["sort"] {
  if (list.state !== "data") return sort;
  const head = list.data.heads.find(({ key }) => key === search.get("sort"));
  if (!head || head.kind === "frailty-distribution") return null;
  return {
    column: head.key,
    direction: search.get("dir") === "desc" ? "desc" : "asc",
  };
}
