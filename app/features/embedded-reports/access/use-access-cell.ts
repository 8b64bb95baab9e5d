import { useCallback, useEffect, useRef, useState } from "react";
import type { AccessChange } from "~/features/embedded-reports/rules/report-access";
import { postCell } from "./post-cell";

/** The spinner stays so long after a save, so that it is seen (R207). */
const SPINS_ON_MS = 1_000;

export interface CellSaving {
  csrfToken: string;
  /** What is said where the server has said nothing. */
  unexpected: string;
  onSaving: () => void;
  onSaved: () => void;
  onFailed: (text: string) => void;
}

/**
 * A cell that is saved as it is clicked. It flips at once; clicks while a save is under way wait for it, so that the last
 * one counts, in whatever order a host would have seen them. One that fails flips back.
 */
export function useAccessCell(
  cell: Omit<AccessChange, "allow"> & { isAllowed: boolean },
  saving: CellSaving,
): { isTicked: boolean; isBusy: boolean; toggle: (isTicked: boolean) => void } {
  const { reportId, level, isAllowed } = cell;
  const [isTicked, setTicked] = useState(isAllowed);
  const [isBusy, setBusy] = useState(false);
  const saved = useRef(isAllowed);
  const wanted = useRef(isAllowed);
  const isSaving = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  const told = useRef(saving);
  useEffect(() => {
    told.current = saving;
  });

  /** True where all that is wanted is saved; null where the session is over. */
  const saveAll = useCallback(async (): Promise<true | string | null> => {
    while (wanted.current !== saved.current) {
      const allow = wanted.current;
      const { csrfToken, unexpected } = told.current;
      const answer = await postCell({ reportId, level, allow }, csrfToken);
      if (answer === "over") return null;
      if (answer.saved) saved.current = allow;
      // Where it was clicked again meanwhile, nobody wants any more what has failed.
      else if (wanted.current === allow) return answer.error ?? unexpected;
    }
    return true;
  }, [reportId, level]);

  const toggle = useCallback(
    (next: boolean) => {
      wanted.current = next;
      setTicked(next);
      if (isSaving.current) return;
      isSaving.current = true;
      clearTimeout(timer.current);
      setBusy(true);
      told.current.onSaving();
      void saveAll().then((outcome) => {
        isSaving.current = false;
        if (outcome === true) {
          told.current.onSaved();
        } else if (outcome !== null) {
          wanted.current = saved.current;
          setTicked(saved.current);
          told.current.onFailed(outcome);
        }
        timer.current = setTimeout(() => setBusy(false), SPINS_ON_MS);
      });
    },
    [saveAll],
  );
  return { isTicked, isBusy, toggle };
}
