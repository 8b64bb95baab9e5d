import { useFetcher, useLocation, useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import { graphsAsked } from "~/domain/graphs/graph-modes";
import { arrive } from "~/rendering/deferred-data";
import { hrefOf } from "./profile-links";
import type {
  FetchedPart,
  LeftOutPart,
  OneCallPart,
  SentView,
} from "./profile-view";
import { listParameters } from "./view-parameters";

interface Props {
  sent: SentView;
  now: SentView;
}

/** Fetches each left-out part once an address shows more of it. */
export function LeftOutParts({ sent, now }: Props) {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  const { revalidate, state } = useRevalidator();
  // The census has changed since, so the rest of the page is out of date as well.
  const [outdated, setOutdated] = useState<SentView | null>(null);
  const isOutdated = outdated === sent;
  useEffect(() => {
    // Again where another step has interrupted it.
    if (isOutdated && state === "idle") revalidate();
  }, [isOutdated, revalidate, state]);
  if (isOutdated) return null;
  const missing = missingParts(now, query);
  // The figures are made of several calls, and come with all the rest.
  return missing.includes("figures") ? (
    <Fetch<SentView>
      href={pathname + search}
      onFetched={(whole) => arrive(sent, () => whole)}
    />
  ) : (
    missing
      .filter(isOneCall)
      .map((part) => (
        <Fetch<FetchedPart>
          key={part}
          href={partHref(sent, part, listParameters(query))}
          onFetched={(fetched) =>
            fetched.lastUpdated === dateIn(sent, part)
              ? arrive(sent, (known) => withPart(known, part, fetched))
              : setOutdated(sent)
          }
        />
      ))
  );
}

function missingParts(
  { listAt, monthly, rendered }: SentView,
  search: URLSearchParams,
): LeftOutPart[] {
  const needs: Record<LeftOutPart, boolean> = {
    graphs:
      search.has("graph") ||
      graphsAsked(search).monthly.join() !== monthly.join(),
    rows: listParameters(search) !== listAt.query,
    figures: search.has("inspect"),
  };
  return rendered.leftOut.filter((part) => needs[part]);
}

function isOneCall(part: LeftOutPart): part is OneCallPart {
  return part !== "figures";
}

function dateIn({ rendered, lastUpdated }: SentView, part: OneCallPart) {
  const { [part]: date = lastUpdated } = rendered.dates ?? {};
  return date;
}

/** The address of a part, with the filters in force: the default range changes at midnight. */
function partHref(
  { level, id, filters, silentSince }: SentView,
  part: OneCallPart,
  listQuery: string,
): string {
  const { startDate, endDate, isnp, facilityId } = filters;
  return hrefOf(
    { level, id },
    new URLSearchParams({
      ...Object.fromEntries(new URLSearchParams(listQuery)),
      startDate,
      endDate,
      isnp: String(isnp),
      ...(facilityId !== undefined && { "facility-id": String(facilityId) }),
      ...(silentSince !== undefined && { silentSince }),
      part,
    }),
  );
}

/** Unmounts when its data have come: a mounted fetcher would load again with the page. */
function Fetch<Data>({
  href,
  onFetched,
}: {
  href: string;
  onFetched: (data: Data) => void;
}) {
  const { load, data } = useFetcher<Data>();
  const [first] = useState({ href, onFetched });
  useEffect(() => load(first.href), [load, first]);
  useEffect(() => {
    if (data) first.onFetched(data as Data);
  }, [data, first]);
  return null;
}

function withPart(
  { graphs, list, listAt, rendered }: SentView,
  part: OneCallPart,
  fetched: FetchedPart,
): Partial<SentView> {
  const known = graphs.state === "data" ? graphs.data : null;
  return {
    rendered: {
      ...rendered,
      leftOut: rendered.leftOut.filter((one) => one !== part),
    },
    list: fetched.list ?? list,
    listAt: fetched.listAt ?? listAt,
    graphs:
      fetched.graphs?.state === "data"
        ? { state: "data", data: { ...fetched.graphs.data, ...known } }
        : (fetched.graphs ?? graphs),
  };
}
