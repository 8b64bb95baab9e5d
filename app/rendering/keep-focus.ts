/**
 * A ref for two parts of which the one takes the place of the other: the link that has the focus keeps it. It is known by the
 * page it leads to, for the filters in its query may have changed.
 */
export function keepFocus(): (part: HTMLElement | null) => void {
  let shown: HTMLElement | null;
  let page: string | undefined;
  return (part) => {
    // React lets go of a part while that still stands in the document.
    shown = part ?? shown;
    const links = [...shown!.querySelectorAll("a")];
    if (part) {
      const link = links.find(({ pathname }) => pathname === page);
      link?.focus({ preventScroll: true });
    } else {
      page = links.find((link) => link === document.activeElement)?.pathname;
    }
  };
}
