import { PageLink } from "./page-link";
import { forwardRef, useEffect, useRef, type ReactNode } from "react";

/** Pages on each side of the one that is open, which have links of their own. */
const NEIGHBOURS = 1;

/** Nothing if there is one page. `label` names the navigation; `hrefOf` counts from 1. */
export function Pager({
  label,
  page,
  pages,
  hrefOf,
}: {
  label: string;
  page: number;
  pages: number;
  hrefOf: (page: number) => string;
}) {
  const { open, onClick } = useFocusOnOpenPage(page);
  if (pages < 2) return null;
  return (
    <nav aria-label={label} className="print:hidden">
      <ul className="flex flex-wrap items-center gap-1 text-sm">
        {page > 1 ? (
          <li>
            <StepLink
              to={hrefOf(page - 1)}
              rel="prev"
              label="Previous page"
              onClick={onClick}
            >
              Previous
            </StepLink>
          </li>
        ) : null}
        {pagesShown(page, pages).map((one, at, shown) => (
          <li key={one} className="flex items-center gap-1">
            {isGap(shown, at) ? <span aria-hidden="true">…</span> : null}
            {one === page ? (
              <OpenPage ref={open} page={one} />
            ) : (
              <StepLink
                to={hrefOf(one)}
                label={`Page ${one}`}
                onClick={onClick}
              >
                {one}
              </StepLink>
            )}
          </li>
        ))}
        {page < pages ? (
          <li>
            <StepLink
              to={hrefOf(page + 1)}
              rel="next"
              label="Next page"
              onClick={onClick}
            >
              Next
            </StepLink>
          </li>
        ) : null}
      </ul>
    </nav>
  );
}

function isGap(shown: readonly number[], at: number): boolean {
  return at > 0 && (shown[at] ?? 0) - (shown[at - 1] ?? 0) > 1;
}

/** The link that was followed may be gone, as 'Next' is on the last page, and the focus with it. */
function useFocusOnOpenPage(page: number) {
  const open = useRef<HTMLSpanElement>(null);
  const isUsed = useRef(false);
  useEffect(() => {
    if (isUsed.current && document.activeElement === document.body) {
      open.current?.focus({ preventScroll: true });
    }
    isUsed.current = false;
  }, [page]);
  const onClick = () => {
    isUsed.current = true;
  };
  return { open, onClick };
}

const OpenPage = forwardRef<HTMLSpanElement, { page: number }>(
  function OpenPage({ page }, ref) {
    return (
      <span
        ref={ref}
        tabIndex={-1}
        aria-current="page"
        className="flex min-h-6 min-w-6 items-center justify-center rounded bg-accent-wash px-2 font-semibold touch:min-h-10 touch:min-w-10"
      >
        <span className="sr-only">Page </span>
        {page}
      </span>
    );
  },
);

function pagesShown(page: number, pages: number): number[] {
  const around = Array.from(
    { length: 2 * NEIGHBOURS + 1 },
    (_, at) => page - NEIGHBOURS + at,
  ).filter((one) => one >= 1 && one <= pages);
  return [...new Set([1, ...around, pages])];
}

function StepLink({
  to,
  rel,
  label,
  onClick,
  children,
}: {
  to: string;
  rel?: "prev" | "next";
  /** What is said: it begins with, or ends on, what is seen. */
  label: string;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <PageLink
      to={to}
      rel={rel}
      aria-label={label}
      onClick={onClick}
      preventScrollReset
      className="flex min-h-6 min-w-6 items-center justify-center rounded px-2 text-accent underline decoration-control underline-offset-2 hover:decoration-current touch:min-h-10 touch:min-w-10"
    >
      {children}
    </PageLink>
  );
}
