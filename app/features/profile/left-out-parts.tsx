import { useFetcher, useLocation, useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import { graphsAsked } from "~/domain/graphs/graph-modes";
import { arrive } from "~/rendering/deferred-data";
import { hrefOf } from "./profile-links";
import type { FetchedPart, LeftOutPart, SentView } from "./profile-view";
import { listParameters } from "./view-parameters";

interface Props {
  /** The data of the route's loader. */
  sent: SentView;
  /** With the parts that have come since. */
  now: SentView;
}

/** Fetches what the document left out, each part once an address shows more of it. */
export function LeftOutParts({ sent, now }: Props) {
  const search = new URLSearchParams(useLocation().search);
  const { revalidate } = useRevalidator();
  // The census has changed since, so the rest of the page is out of date as well.
  const [isOutdated, setOutdated] = useState(false);
  useEffect(() => {
    if (isOutdated) revalidate();
  }, [isOutdated, revalidate]);
  return isOutdated
    ? null
    : missingParts(now, search).map((part) => (
        <FetchPart
          key={part}
          sent={sent}
          part={part}
          href={partHref(sent, part, listParameters(search))}
          onOutdated={setOutdated}
        />
      ));
}

/** The parts that were left out and that an address needs. */
function missingParts(
  { listAt, monthly, rendered }: SentView,
  search: URLSearchParams,
): LeftOutPart[] {
  const needs: Record<LeftOutPart, boolean> = {
    graphs:
      search.has("graph") ||
      search.has("inspect") ||
      graphsAsked(search).monthly.join() !== monthly.join(),
    rows: listParameters(search) !== listAt.query,
  };
  return rendered.leftOut.filter((part) => needs[part]);
}

/** The address of a part, with the filters in force: the default range changes at midnight. */
function partHref(
  { level, id, filters, silentSince }: SentView,
  part: LeftOutPart,
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
      ...(silentSince !== null && { silentSince }),
      part,
    }),
  );
}

/** Unmounts when its part has come: a mounted fetcher would load again with the page. */
function FetchPart({
  sent,
  part,
  href,
  onOutdated,
}: Pick<Props, "sent"> & {
  part: LeftOutPart;
  href: string;
  onOutdated: (isOutdated: true) => void;
}) {
  const { load, data } = useFetcher<FetchedPart>();
  const [first] = useState(href);
  useEffect(() => load(first), [load, first]);
  useEffect(() => {
    if (!data) return;
    if (data.lastUpdated !== sent.rendered.dates[part]) onOutdated(true);
    else arrive(sent, (known) => withPart(known, part, data));
  }, [data, sent, part, onOutdated]);
  return null;
}

/** The fields of a page that change with a part. */
function withPart(
  { graphs, list, listAt, rendered }: SentView,
  part: LeftOutPart,
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
