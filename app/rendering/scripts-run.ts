/** A browser whose scripts have run has this cookie; it is no secret and says nothing of who uses it. */
const COOKIE = "scripts=1";
/** No session lasts longer. */
const SECONDS = 12 * 60 * 60;

/** Says to the server whether scripts run here: then it sends a page before its late panels. */
export function sayScriptsRun(doRun: boolean): void {
  document.cookie = `${COOKIE};path=/;samesite=lax;max-age=${doRun ? SECONDS : 0}`;
}

/** What {@link sayScriptsRun} has said to the server. */
export function doScriptsRun(request: Request): boolean {
  const cookies = (request.headers.get("Cookie") ?? "").split(/;\s*/);
  return cookies.includes(COOKIE);
}
