import type { ReactNode } from "react";
import { Breadcrumbs, type Crumb } from "./breadcrumbs";

export function PageHead({
  crumbs,
  title,
  name,
  aside,
  children,
}: {
  crumbs: readonly Crumb[];
  title: string;
  name?: string | null;
  aside?: ReactNode;
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
