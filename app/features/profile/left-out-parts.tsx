import { useFetcher, useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { graphsAsked } from "~/domain/graphs/graph-modes";
import { arrive } from "~/rendering/deferred-data";
import { hrefOf } from "./profile-links";
import type { SentView } from "./profile-view";
import { listParameters } from "./view-parameters";

interface Props {
  sent: SentView;
  now: SentView;
}

/** Fetches the whole page's data once an address shows what its document left out. */
export function LeftOutParts({ sent, now }: Props) {
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  if (!now.rendered.isPartial || !showsMore(now, query)) return null;
  query.set("whole", "1");
  return (
    <Fetch
      href={hrefOf(sent, query)}
      onFetched={(whole) =>
        // The notes of the filters are said once.
        arrive(sent, ({ filterNotes }) => ({ ...whole, filterNotes }))
      }
    />
  );
}

function showsMore(
  { listAt, monthly }: SentView,
  search: URLSearchParams,
): boolean {
  return (
    search.has("inspect") ||
    listParameters(search) !== listAt.query ||
    graphsAsked(search).monthly.join() !== monthly.join()
  );
}

/** Unmounts when its data have come: a mounted fetcher would load again with the page. */
function Fetch({
  href,
  onFetched,
}: {
  href: string;
  onFetched: (whole: SentView) => void;
}) {
  const { load, data } = useFetcher<SentView>();
  const [first] = useState({ href, onFetched });
  useEffect(() => load(first.href), [load, first]);
  useEffect(() => {
    if (data) first.onFetched(data);
  }, [data, first]);
  return null;
}
