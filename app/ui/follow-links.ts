import { useNavigate } from "@remix-run/react";
import { useCallback, type MouseEvent } from "react";

/** Scripts follow plain links of this site as they follow their own. */
export function useFollowLinks(): (event: MouseEvent<HTMLElement>) => void {
  const navigate = useNavigate();
  return useCallback(
    (event) => {
      const link = linkToFollow(event);
      if (!link) return;
      event.preventDefault();
      navigate(link.pathname + link.search + link.hash, {
        // Browsers do the same with a link to the current page.
        replace: link.href === window.location.href,
      });
    },
    [navigate],
  );
}

function linkToFollow(
  event: MouseEvent<HTMLElement>,
): HTMLAnchorElement | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) {
    return null;
  }
  const link = (event.target as Element).closest("a");
  if (!link?.href || link.target || link.hasAttribute("download")) return null;
  return link.origin === window.location.origin ? link : null;
}
