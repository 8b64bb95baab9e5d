export interface ShellNotice {
  tone: "success" | "info" | "warning" | "error";
  text: string;
  /** Shown on each page until dismissed by `key`; `link` leads to the page that deals with it. */
  alert?: { key: string; link?: { href: string; text: string } };
}

export interface ClientNotice extends ShellNotice {
  pathname: string;
}

const NONE: readonly ClientNotice[] = [];
const listeners = new Set<() => void>();
let notices = NONE;

function change(changed: readonly ClientNotice[]): void {
  notices = changed;
  for (const listener of listeners) listener();
}

/** Shows a notice from scripts. If called before hydration, it shows afterwards. */
export function showNotice(notice: Pick<ShellNotice, "tone" | "text">): void {
  change([...notices, { ...notice, pathname: window.location.pathname }]);
}

/** Drops dismissed notices and those of a page that was left. */
export function dropNotices(isOver: (notice: ClientNotice) => boolean): void {
  if (notices.some(isOver)) change(notices.filter((one) => !isOver(one)));
}

/** For `useSyncExternalStore`; empty on the server and during hydration. */
export const clientNotices = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: () => notices,
  none: () => NONE,
};

export function giveRoomBack(): void {
  document.getElementById("notices")?.style.removeProperty("min-height");
}
