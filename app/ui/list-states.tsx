import type { ReactNode } from "react";
import { LinkButton } from "./button";
import { EmptyState } from "./empty-state";
import { ErrorState } from "./error-state";
import type { OlderPages } from "./older-pages";

type Absent =
  | { state: "empty"; message?: string }
  | { state: "error"; message: string };

export type ListState<Data> = ({ state: "data" } & Data) | Absent;

type DataOf<List> = Extract<List, { state: "data" }>;

export interface ListWords {
  empty: string;
  /** For an empty page that is not the first. */
  emptyOlder: string;
  newest: string;
}

export function ListStates<List extends { state: "data" } | Absent>({
  list,
  pages: { href, newestHref },
  words,
  wayOut,
  children,
}: {
  list: List;
  pages: Pick<OlderPages, "href" | "newestHref">;
  words: ListWords;
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
            shown.message ?? (newestHref ? words.emptyOlder : words.empty)
          }
          isBrief={shown.message !== undefined}
        >
          {newestHref ? (
            <LinkButton to={newestHref} preventScrollReset>
              {words.newest}
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
