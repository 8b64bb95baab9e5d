import type { ReactNode } from "react";
import { LinkButton } from "./button";
import { EmptyState, ErrorState } from "./states";

type Absent =
  | { state: "empty"; message?: string }
  | { state: "error"; message: string };

export type ListState<Data> = ({ state: "data" } & Data) | Absent;

type DataOf<List> = Extract<List, { state: "data" }>;

interface FromNewest {
  newestHref: string | null;
  /** For an empty page that is not the first. */
  emptyOlder: string;
  newest: string;
}

export function ListStates<List extends { state: "data" } | Absent>({
  list,
  href,
  empty,
  pages,
  wayOut,
  children,
}: {
  list: List;
  href: string;
  empty: string;
  /** For a list with pages. */
  pages?: FromNewest;
  wayOut?: ReactNode;
  children: (data: DataOf<List>) => ReactNode;
}) {
  const shown: { state: "data" } | Absent = list;
  switch (shown.state) {
    case "error":
      return <ErrorState message={shown.message} retryHref={href} />;
    case "empty":
      return (
        <EmptyState
          message={
            shown.message ?? (pages?.newestHref ? pages.emptyOlder : empty)
          }
          isBrief={shown.message !== undefined}
        >
          {pages?.newestHref ? (
            <LinkButton to={pages.newestHref} preventScrollReset>
              {pages.newest}
            </LinkButton>
          ) : (
            wayOut
          )}
        </EmptyState>
      );
    case "data":
      return children(list as DataOf<List>);
  }
}
