import { accurateAsOf } from "~/domain/freshness";
import { messages, poweredBy } from "~/domain/messages";

/** Foot of every page of a signed-in user. On paper the confidentiality line is on each sheet (app/tailwind.css). */
export function Footer({
  dataProvider,
  lastUpdated,
}: {
  dataProvider: string;
  lastUpdated: string | null;
}) {
  const accurate = accurateAsOf(lastUpdated);
  return (
    <footer className="border-t border-hairline text-sm text-muted">
      <div className="mx-auto flex max-w-page flex-wrap gap-x-6 gap-y-1 px-4 py-4">
        <p className="print:hidden">{messages.shell.confidential}</p>
        {accurate ? <p>{accurate}</p> : null}
        <p className="md:ml-auto">{poweredBy(dataProvider)}</p>
      </div>
    </footer>
  );
}
