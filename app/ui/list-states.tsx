import type { ReactNode } from "react";
import { EmptyState, ErrorState } from "./states";

type Absent =
  | { state: "empty"; message?: string }
  | { state: "error"; message: string };

export type ListState<Data> = ({ state: "data" } & Data) | Absent;

type DataOf<List> = Extract<List, { state: "data" }>;

/** A list that is there, or why it is not. */
export function ListStates<List extends { state: "data" } | Absent>({
  list,
  href,
  empty,
  wayOut,
  children,
}: {
  list: List;
  /** The page as it is now. */
  href: string;
  empty: string;
  /** Stands below an empty list. */
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
          message={shown.message ?? empty}
          isBrief={shown.message !== undefined}
        >
          {wayOut}
        </EmptyState>
      );
    case "data":
      return children(list as DataOf<List>);
  }
}
