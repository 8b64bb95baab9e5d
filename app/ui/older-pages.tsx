import { useEffect, useRef } from "react";
import { LinkButton } from "./button";
import { useHydrated } from "~/rendering/hydration";

export interface OlderPages {
  href: string;
  olderHref: string | null;
  newestHref: string | null;
}

/** Leads to the table without scripts. `label` names the navigation. */
export function OlderPagesNav({
  tableId,
  label,
  older,
  newest,
  pages: { href, olderHref, newestHref },
}: {
  tableId: string;
  label: string;
  older: string;
  newest: string;
  pages: OlderPages;
}) {
  const landing = useHydrated() ? "" : `#${tableId}`;
  const isUsed = useRef(false);
  // The link that was followed may be gone, as on the last page, and the focus with it.
  useEffect(() => {
    if (isUsed.current && document.activeElement === document.body) {
      document.getElementById(tableId)?.focus({ preventScroll: true });
    }
    isUsed.current = false;
  }, [href, tableId]);
  const onClick = () => {
    isUsed.current = true;
  };
  if (olderHref === null && newestHref === null) return null;
  return (
    <nav
      aria-label={label}
      className="-mx-4 -mb-4 flex flex-wrap justify-end gap-2 border-t border-hairline px-4 py-2 print:hidden"
    >
      {newestHref === null ? null : (
        <LinkButton
          to={newestHref + landing}
          onClick={onClick}
          preventScrollReset
        >
          {newest}
        </LinkButton>
      )}
      {olderHref === null ? null : (
        <LinkButton
          to={olderHref + landing}
          onClick={onClick}
          preventScrollReset
        >
          {older}
        </LinkButton>
      )}
    </nav>
  );
}
