import { useLocation } from "@remix-run/react";
import type { Freshness } from "~/domain/freshness";
import { messages } from "~/domain/messages";
import { useHydrated } from "~/rendering/hydration";
import type { SessionFacts } from "./shell-data";

/** Foot of every page of a signed-in user. On paper the confidentiality line is on each sheet (app/styles/base.css). */
export function Footer({
  dataProvider,
  freshness,
  session,
}: {
  dataProvider: string;
  freshness: Freshness | null;
  session: SessionFacts | null;
}) {
  // A new foot for each page: one foot would jump from page to page.
  const { pathname } = useLocation();
  return (
    <footer
      key={pathname}
      className="border-t border-hairline text-sm text-muted"
    >
      <div className="mx-auto flex max-w-page flex-wrap items-baseline gap-x-6 gap-y-1 p-4">
        <p className="print:hidden">{messages.shell.confidential}</p>
        {freshness ? <p className="min-w-0">{freshness.accurate}</p> : null}
        {session ? <SessionEndLine {...session} /> : null}
        <p className="md:ml-auto">{`Powered by ${dataProvider}`}</p>
      </div>
    </footer>
  );
}

/** No warning comes before the session ends without scripts, so the page says when it will. */
function SessionEndLine({ leavesAtText }: SessionFacts) {
  return useHydrated() ? null : (
    <p className="scripted:hidden print:hidden">
      {`You will be logged out at ${leavesAtText} ET.`}
    </p>
  );
}
