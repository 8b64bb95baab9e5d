import { sayScriptsRun } from "./scripts-run";

const KEY = "left-alone";

/**
 * Loads the page again and leaves it as the server sends it: scripts have failed to draw it. False where the browser
 * keeps nothing, so that it could not be told apart from one that scripts take over and fail at again.
 */
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

/** True once for a page that {@link loadWithoutScripts} has loaded. */
export function isLeftAlone(): boolean {
  try {
    const isLeft = sessionStorage.getItem(KEY) === window.location.pathname;
    sessionStorage.removeItem(KEY);
    return isLeft;
  } catch {
    return false;
  }
}
