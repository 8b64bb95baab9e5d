/** What holds the page has the focus where a navigation ends: it is no control that opened anything. */
export function idOfFocused(): string | undefined {
  const focused = document.activeElement;
  return focused instanceof HTMLElement && focused.tabIndex >= 0
    ? focused.id
    : undefined;
}

export function findById(id: string | undefined): HTMLElement | null {
  return id ? document.getElementById(id) : null;
}
