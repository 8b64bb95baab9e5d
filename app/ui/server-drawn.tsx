import { Suspense, useState, type ReactNode } from "react";
import { useHydrated } from "./hydration";

/**
 * What the server has drawn stays in the document as it is, and the script that draws `children` is not asked for, until
 * `version` changes: then they are drawn anew. Nothing in it may need scripts; links work as they do without. `id` is unique on the
 * page, `version` says what is drawn.
 */
export function ServerDrawn({
  id,
  version,
  fallback,
  children,
}: {
  id: string;
  version: string;
  /** Until the script that draws is there. */
  fallback: ReactNode;
  children: ReactNode;
}) {
  const isHydrated = useHydrated();
  const [drawn] = useState(() =>
    isHydrated || typeof document === "undefined"
      ? null
      : { version, markup: document.getElementById(id)?.innerHTML ?? "" },
  );
  return drawn?.version === version ? (
    // Two keys, so that React never turns the one into the other. The markup is the document's own.
    <div
      key="server"
      id={id}
      dangerouslySetInnerHTML={{ __html: drawn.markup }}
    />
  ) : (
    <div key="script" id={id}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </div>
  );
}
