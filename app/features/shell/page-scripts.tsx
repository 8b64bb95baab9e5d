import { Scripts } from "@remix-run/react";
import type { ReactElement, ReactNode } from "react";

type PreloadLink = ReactElement<{ href: string }>;

/** What `Scripts` of Remix 2.17 is made of; tests/pages/small-engines.test.ts notices where that changes. */
type RemixScripts = ReactElement<{
  children: [PreloadLink, PreloadLink, PreloadLink[], ReactNode, ReactNode];
}>;

/**
 * Remix's scripts without its preload links, which text browsers write out and stop at. A script asks for the same files
 * instead, so that none waits for another one to name it.
 */
export function PageScripts({
  nonce,
  preload,
}: {
  nonce: string | undefined;
  /** Writes the script that asks for the files; the server alone has it. */
  preload: ((hrefs: readonly string[]) => string) | undefined;
}) {
  const scripts: RemixScripts | null = Scripts({ nonce });
  if (!scripts) return null;
  const [, , imports, start, deferred] = scripts.props.children;
  return (
    <>
      <script
        nonce={nonce}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{
          // It has run when scripts take the page over: browsers get it in the document alone.
          __html: preload?.(imports.map(({ props }) => props.href)) ?? "",
        }}
      />
      {start}
      {deferred}
    </>
  );
}
