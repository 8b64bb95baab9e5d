import { useState } from "react";
import type { Freshness, FreshnessNotice as Bar } from "~/domain/freshness";
import { AlertIcon, CloseIcon } from "~/ui/icons";
import { useShellData } from "../shell-data";
import { DismissButton } from "./dismiss-button";

/** What was dismissed in this document, by session: an error page is another frame. */
const gone = new Set<string>();

const LOOK: Record<Bar["severity"], { colours: string; word: string }> = {
  warning: { colours: "border-warn bg-warn-wash text-warn", word: "Warning" },
  error: { colours: "border-bad bg-bad-wash text-bad", word: "Error" },
};

/** A landmark and no alert, because it stands on each page; scripts say it once when they add it (R158). */
export function FreshnessBar({
  id,
  bar,
  link,
}: {
  id: string;
  bar: Bar;
  link: Freshness["link"];
}) {
  const [, setDismissed] = useState<string | null>(null);
  const mark = `${useShellData()?.csrfToken} ${bar.key}`;
  if (gone.has(mark)) return null;
  const { colours, word } = LOOK[bar.severity];
  return (
    <aside
      id={id}
      aria-label="Data freshness"
      className={`border-b text-sm print:hidden ${colours}`}
    >
      <div className="mx-auto flex max-w-page flex-wrap items-start gap-x-2 px-4 py-2">
        {/* With large text the button goes below what it dismisses. */}
        <div className="flex min-w-0 flex-1 basis-40 gap-2">
          <AlertIcon />
          <p className="min-w-0 flex-1 py-0.5 text-ink">
            <strong className="font-semibold">{word}:</strong> {bar.text}{" "}
            {link && (
              <a href={link.href} className="action-link">
                {link.text}
              </a>
            )}
          </p>
        </div>
        <DismissButton
          alertKey={bar.key}
          className="flex min-h-6 min-w-6 items-center justify-center gap-1 rounded px-1 hover:bg-paper touch:min-h-10 touch:-my-2"
          onDismiss={() => {
            gone.add(mark);
            setDismissed(mark);
            document.querySelector("main")?.focus({ preventScroll: true });
          }}
        >
          <CloseIcon />
          Dismiss
        </DismissButton>
      </div>
    </aside>
  );
}
