/** Set by scripts. It is no secret and identifies nobody. */
const COOKIE = "scripts=1";
/** No session lasts longer. */
const SECONDS = 12 * 60 * 60;

/** Panels may arrive after their page only if scripts run. */
export function sayScriptsRun(doRun: boolean): void {
  document.cookie = `${COOKIE};path=/;samesite=lax;max-age=${doRun ? SECONDS : 0}`;
}

export function doScriptsRun(request: Request): boolean {
  const cookies = (request.headers.get("Cookie") ?? "").split(/;\s*/);
  return cookies.includes(COOKIE);
}

const KEY = "left-alone";

/** Reloads the page without hydration, after React failed to render it. False without session storage: hydration would fail again. */
export function loadWithoutScripts(): boolean {
  try {
    sessionStorage.setItem(KEY, window.location.pathname);
  } catch {
    return false;
  }
  sayScriptsRun(false);
  window.location.reload();
  return true;
}

/** True once, for a page that {@link loadWithoutScripts} has reloaded. */
export function isLeftAlone(): boolean {
  try {
    const isLeft = sessionStorage.getItem(KEY) === window.location.pathname;
    sessionStorage.removeItem(KEY);
    return isLeft;
  } catch {
    return false;
  }
}
