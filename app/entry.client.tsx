import { RemixBrowser } from "@remix-run/react";
import { setNonce } from "get-nonce";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { loadLazyComponents } from "./rendering/lazy-component";
import { isLeftAlone, sayScriptsRun } from "./rendering/scripts-run";
import { HydrationGuard, type FailedPart } from "./rendering/hydration-guard";
import { ERROR_PAGE_ID } from "./error-page-id";
import { NonceContext } from "./nonce";

// Browsers hide the attribute from getAttribute, but not the property.
const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
if (nonce) setNonce(nonce);

function takeOver(): void {
  const { documentElement } = document;
  // The browser is older than our scripts, or misses one of them (app/rendering/blocked-scripts.server.ts).
  if (!documentElement.hasAttribute("data-scripts")) return;
  if (isLeftAlone()) return stepBack(documentElement);
  sayScriptsRun(true);
  const sent = documentElement.cloneNode(true) as HTMLElement;
  documentElement.dataset.scripts = "run";
  const kind = document.getElementById(ERROR_PAGE_ID) ? "error-page" : "page";
  startTransition(() => {
    const root = hydrateRoot(
      document,
      <StrictMode>
        <HydrationGuard
          sent={kind}
          onFailure={(error) => {
            void report("hydration", error);
            // React is still busy with what it has drawn.
            queueMicrotask(() => {
              try {
                root.unmount();
              } finally {
                putBack(sent);
              }
            });
          }}
          report={report}
        >
          <NonceContext.Provider value={nonce}>
            <RemixBrowser />
          </NonceContext.Provider>
        </HydrationGuard>
      </StrictMode>,
    );
  });
}

/** Keeps what was typed before scripts began. */
function putBack(sent: HTMLElement): void {
  const { scrollX, scrollY } = window;
  document.documentElement?.remove();
  document.append(sent);
  stepBack(sent);
  window.scrollTo(scrollX, scrollY);
}

/** The page is laid out as for a browser without scripts. */
function stepBack(page: HTMLElement): void {
  page.removeAttribute("data-scripts");
  sayScriptsRun(false);
}

async function report(part: FailedPart, error: unknown): Promise<void> {
  await import("~/features/shell/script-errors/report-script-error").then(
    ({ reportScriptError }) => reportScriptError(part, error),
    () => undefined,
  );
}

// If a script fails to load, the page stays as the server sent it and works without scripts: the unhandled rejection
// switches it back (app/root.tsx).
void loadLazyComponents().then(takeOver);
