import { useRouteLoaderData } from "@remix-run/react";
import { useState } from "react";
import { Notice, type NoticeTone } from "~/ui/notice";
import { useHydrated } from "~/rendering/hydration";

interface RootNotices {
  notices?: readonly { tone: NoticeTone; text: string }[];
}

/**
 * The notices of a page that came with its drawer open, as after an export that failed: with scripts the drawer stands
 * over the place where the page has them, so they are said in it as well.
 */
export function useNoticesBehind(): RootNotices["notices"] {
  const isHydrated = useHydrated();
  const [cameWithDocument] = useState(!isHydrated);
  const root = useRouteLoaderData<RootNotices>("root");
  return isHydrated && cameWithDocument ? root?.notices : undefined;
}

/** Those notices, at the head of the drawer. */
export function ExportNotice({ notices }: { notices: RootNotices["notices"] }) {
  if (!notices || notices.length === 0) return null;
  const isError = notices.some(({ tone }) => tone === "error");
  return (
    <div
      {...(isError ? { role: "alert" } : { "aria-live": "polite" })}
      className="space-y-2"
    >
      {notices.map(({ tone, text }) => (
        <Notice key={text} tone={tone}>
          {text}
        </Notice>
      ))}
    </div>
  );
}
