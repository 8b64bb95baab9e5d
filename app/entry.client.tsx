import { RemixBrowser } from "@remix-run/react";
import { setNonce } from "get-nonce";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { fetchPartsOfPage } from "~/ui/late-part";
import { NonceContext } from "./nonce";

// Browsers hide the attribute from getAttribute, but not the property.
const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
if (nonce) setNonce(nonce);

function takeOver(): void {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <NonceContext.Provider value={nonce}>
          <RemixBrowser />
        </NonceContext.Provider>
      </StrictMode>,
    );
  });
}

// Without one of its scripts the page stays as the server sent it, which works without any: what is not caught here
// tells it so (app/root.tsx).
void fetchPartsOfPage().then(takeOver);
