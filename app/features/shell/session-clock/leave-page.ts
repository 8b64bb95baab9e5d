import { paths } from "~/paths";
import { keepUnsent } from "./unsent-forms";

const TRY_AGAIN_AFTER_MS = 5_000;

/**
 * Ends the session and leads to login, in a document of its own, so that nothing of the session stays in the page's
 * memory. `from` is the page to come back to. What was typed is left with the server before.
 */
export async function logOutOfPage(
  csrfToken: string,
  from: string | null,
): Promise<void> {
  await untilReached(() => keepUnsent(csrfToken));
  const body = new URLSearchParams({ csrf: csrfToken });
  if (from !== null) body.set("from", from);
  await untilReached(() =>
    fetch(paths.logout, { method: "POST", body, redirect: "manual" }),
  );
  window.location.assign(paths.login);
}

/** Loads the page in the session that the browser is in since, and leaves what was typed with the server before. */
export async function reloadInNewSession(csrfToken: string): Promise<void> {
  await untilReached(() => keepUnsent(csrfToken));
  // Not a reload, which asks whether to send anew what a form had sent.
  window.location.replace(window.location.pathname + window.location.search);
}

/** Without a network the browser's own error page would take the place of this one, and what was typed with it. */
async function untilReached(ask: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await ask();
      return;
    } catch {
      await new Promise<void>((resolve) => {
        const go = () => {
          clearTimeout(timer);
          window.removeEventListener("online", go);
          resolve();
        };
        const timer = setTimeout(go, TRY_AGAIN_AFTER_MS);
        window.addEventListener("online", go);
      });
    }
  }
}
