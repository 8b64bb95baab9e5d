import { PageLink } from "./page-link";

export interface Crumb {
  label: string;
  /** Plain text without it. */
  href?: string;
  current?: boolean;
}

export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  if (crumbs.length === 0) return null;
  return (
    <nav aria-label="Breadcrumbs" className="print:hidden">
      <ol className="flex flex-wrap text-sm text-muted">
        {crumbs.map((crumb) => (
          <li
            key={`${crumb.href ?? ""} ${crumb.label}`}
            className="crumb flex min-h-6 items-center"
          >
            {crumb.href ? (
              <PageLink
                to={crumb.href}
                className="text-accent underline decoration-control underline-offset-2 hover:decoration-current"
              >
                {crumb.label}
              </PageLink>
            ) : (
              <span
                aria-current={crumb.current ? "page" : undefined}
                className={crumb.current ? "text-ink" : undefined}
              >
                {crumb.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
