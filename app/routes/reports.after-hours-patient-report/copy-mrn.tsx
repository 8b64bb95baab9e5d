import { useRef } from "react";
import { afterHoursWords } from "~/domain/after-hours/words";
import { showNotice } from "~/features/shell/notices/client-notices";
import { useHydrated } from "~/ui/use-hydrated";
import { copyText } from "./copy-text";

/** A patient's medical record number: text to select, and where scripts run a button that copies it (reports spec §2). */
export function CopyMrn({ mrn, patient }: { mrn: string; patient: string }) {
  const isHydrated = useHydrated();
  const number = useRef<HTMLSpanElement>(null);

  async function copy() {
    if (await copyText(mrn)) {
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
    </button>
  ) : (
    <span className="mrn">{text}</span>
  );
}
