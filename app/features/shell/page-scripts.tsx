import { Scripts } from "@remix-run/react";
import { UNSAFE_useScrollRestoration as useScrollRestoration } from "react-router-dom";
import type { ReactElement, ReactNode } from "react";
import type { SessionFacts } from "./shell-data";

type PreloadLink = ReactElement<{ href: string }>;

/** What `Scripts` of Remix 2.17 is made of; tests/pages/small-engines.test.ts notices where that changes. */
type RemixScripts = ReactElement<{
  children: [PreloadLink, PreloadLink, PreloadLink[], ReactNode, ReactNode];
}>;

/** Text browsers write out Remix's preload links and stop at them. A script asks for the same files at once instead. */
export function PageScripts({
  nonce,
  before,
}: {
  nonce: string | undefined;
  /** Writes the script that runs before the files have come; the server alone has it. */
  before: ((hrefs: readonly string[]) => string) | undefined;
}) {
  useScrollRestoration({ storageKey: "positions" });
  const scripts: RemixScripts | null = Scripts({ nonce });
  if (!scripts) return null;
  const [, , imports, start, deferred] = scripts.props.children;
  return (
    <>
      <script
        nonce={nonce}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{
          // Browsers need it only in the document: it has run before hydration.
          __html: before?.(imports.map(({ props }) => props.href)) ?? "",
        }}
      />
      {start}
      {deferred}
    </>
  );
}

export function LeaveByItself({
  session,
}: {
  session: SessionFacts | null | undefined;
}) {
  if (!session) return null;
  const afterSeconds = Math.ceil(session.leavesInMs / 1000) + 1;
  return (
    <meta
      httpEquiv="refresh"
      content={`${afterSeconds}; url=${session.leftOpenHref}`}
    />
  );
}
