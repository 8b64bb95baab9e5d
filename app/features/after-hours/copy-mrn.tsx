import { useEffect, useRef, useState } from "react";
import { afterHoursWords } from "~/features/after-hours/rules/words";
import { showNotice } from "~/features/shell/notices/client-notices";
import { useHydrated } from "~/rendering/hydration";
import { copyText } from "./copy-text";

/** As long as the notice that says it (R169). */
const COPIED_FOR_MS = 10_000;

/**
 * A patient's medical record number: text to select, and where scripts run a button that copies it (R169). On a
 * phone the notice stands at the top of the page, so the number says it as well.
 */
export function CopyMrn({ mrn, patient }: { mrn: string; patient: string }) {
  const isHydrated = useHydrated();
  const number = useRef<HTMLSpanElement>(null);
  const [copiedAt, setCopiedAt] = useState<number>();
  useEffect(() => {
    if (copiedAt === undefined) return;
    const timer = setTimeout(() => setCopiedAt(undefined), COPIED_FOR_MS);
    return () => clearTimeout(timer);
  }, [copiedAt]);

  async function copy() {
    if (await copyText(mrn)) {
      setCopiedAt(Date.now());
      showNotice({ tone: "success", text: afterHoursWords.mrnCopied });
      return;
    }
    if (number.current) getSelection()?.selectAllChildren(number.current);
    showNotice({ tone: "error", text: afterHoursWords.mrnNotCopied });
  }

  const text = (
    <>
      MRN#{" "}
      <span ref={number} className="select-all">
        {mrn}
      </span>
    </>
  );
  return isHydrated ? (
    <button
      type="button"
      className="mrn"
      aria-label={`Copy MRN# ${mrn} of ${patient}`}
      onClick={() => void copy()}
    >
      {text}
      {copiedAt === undefined ? null : (
        <span className="sm:hidden"> {afterHoursWords.copied}</span>
      )}
    </button>
  ) : (
    <span className="mrn">{text}</span>
  );
}
