import { json } from "@remix-run/node";
import { isIsoDay } from "~/domain/calendar";
import { parseSort } from "~/domain/figures/drill-down-columns";
import { parseFrailtyFilter } from "~/domain/frailty";
import { childLevelOf } from "~/domain/places/hierarchy";
import type { SignedIn } from "~/session/require-user.server";
import { arrangeList } from "../drill-down/arrange-list";
import { listView } from "../drill-down/drill-down-rows";
import { graphsView } from "../graphs/graphs-view";
import type { FetchedPart, OneCallPart } from "../profile-view";
import { isCurrentOnly, listParameters } from "../view-parameters";
import {
  dateOf,
  loadGraphs,
  loadList,
  undated,
  type FiguresRequest,
} from "./load-panels.server";

export function partAsked(search: URLSearchParams): OneCallPart | null {
  const part = search.get("part");
  return part === "graphs" || part === "rows" ? part : null;
}

export async function loadPart(
  signedIn: SignedIn,
  request: FiguresRequest,
  search: URLSearchParams,
  part: OneCallPart,
) {
  return json(
    part === "graphs"
      ? await graphsPart(signedIn, request, search)
      : await rowsPart(signedIn, request, search),
  );
}

async function graphsPart(
  { call }: SignedIn,
  request: FiguresRequest,
  search: URLSearchParams,
): Promise<FetchedPart> {
  const panel = await loadGraphs(call, request);
  const day = search.get("silentSince") ?? "";
  const silentSince = isIsoDay(day) ? day : null;
  return {
    lastUpdated: dateOf(panel),
    graphs: undated(panel, (graphs) =>
      graphsView(graphs, { ...request, silentSince }),
    ),
  };
}

async function rowsPart(
  signedIn: SignedIn,
  request: FiguresRequest,
  search: URLSearchParams,
): Promise<FetchedPart> {
  const panel = await loadList(signedIn, request);
  const child = childLevelOf(request.level);
  const list = undated(panel, (rows) => listView(rows, child));
  const sort = parseSort(search, child);
  const arrangement =
    list.state === "data"
      ? arrangeList(
          list.data,
          sort && { column: sort.column.key, direction: sort.direction },
          parseFrailtyFilter(search.get("frailty")),
          child === "patient" && isCurrentOnly(search),
        )
      : null;
  return {
    lastUpdated: dateOf(panel),
    list,
    listAt: { query: listParameters(search), arrangement },
  };
}
