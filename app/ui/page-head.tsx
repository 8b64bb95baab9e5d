import type { ReactNode } from "react";
import { Breadcrumbs, type Crumb } from "./breadcrumbs";

/** Head of a page: the way down to it, its title, and at the right its filters or actions. */
export function PageHead({
  crumbs,
  title,
  name,
  aside,
  children,
}: {
  crumbs: readonly Crumb[];
  title: string;
  /** The place that it is about. */
  name?: string | null;
  /** What stands at the right: the filters, or what can be done here. */
  aside?: ReactNode;
  /** What stands under the title. */
  children?: ReactNode;
}) {
  return (
    <div className="page-top">
      <div>
        <Breadcrumbs crumbs={crumbs} />
        <h1>
          {title}
          {name ? (
            <span className="font-normal text-muted"> {name}</span>
          ) : null}
        </h1>
        {children}
      </div>
      {aside}
    </div>
  );
}
