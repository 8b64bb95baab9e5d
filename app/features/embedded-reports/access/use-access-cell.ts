import { useCallback, useEffect, useRef, useState } from "react";
import type { AccessChange } from "../rules/report-access";
import { paths } from "~/paths";
import { fetchWithin } from "~/ui/fetch-within";
import { cellFields } from "./access-form";

type Posted = { saved: true } | { saved: false; error: string | null } | "over";

/** The data address of this page's action. */
export const ACTION = `${paths.reportsConfig}?_data=routes%2Fusers_.reports-config`;

/** The host has 5 seconds, so no answer takes longer. */
const DEADLINE_MS = 15_000;

/**
 * "over": the session has ended, and login keeps the click. Never rejects; `error` is null if the server said
 * nothing.
 */
async function postCell(
  change: AccessChange,
  csrfToken: string,
): Promise<Posted> {
  // Count the click even if the user leaves at once.
  const init = {
    method: "POST",
    body: cellFields(change, csrfToken),
    keepalive: true,
  };
  return fetchWithin(DEADLINE_MS, ACTION, init, async (response) => {
    const login = response.headers.get("x-remix-redirect");
    if (login !== null) {
      window.location.assign(login);
      return "over" as const;
    }
    const answer = (await response.json()) as {
      saved?: unknown;
      error?: unknown;
    } | null;
    if (response.ok && answer?.saved === true) return { saved: true as const };
    const words = answer?.error;
    const error = typeof words === "string" && words !== "" ? words : null;
    return { saved: false as const, error };
  }).catch(() => ({ saved: false, error: null }));
}

/** Long enough to be seen (R207). */
const SPINS_ON_MS = 1_000;

export interface CellSaving {
  csrfToken: string;
  unexpected: string;
  onSaving: () => void;
  onSaved: () => void;
  onFailed: (text: string) => void;
}

/** Flips the box at once. Clicks during a save wait, so that the last one counts; a failed save flips it back. */
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
  useEffect(() => {
    if (isSaving.current) return;
    saved.current = isAllowed;
    wanted.current = isAllowed;
    setTicked(isAllowed);
  }, [isAllowed]);
  const latest = useRef(saving);
  useEffect(() => {
    latest.current = saving;
  });

  /** True if all is saved, an error, or null if the session is over. */
  const saveAll = useCallback(async (): Promise<true | string | null> => {
    while (wanted.current !== saved.current) {
      const allow = wanted.current;
      const { csrfToken, unexpected } = latest.current;
      const answer = await postCell({ reportId, level, allow }, csrfToken);
      if (answer === "over") return null;
      if (answer.saved) saved.current = allow;
      // Ignore the failure if the box has been clicked again since.
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
      latest.current.onSaving();
      void saveAll().then((outcome) => {
        isSaving.current = false;
        if (outcome === true) {
          latest.current.onSaved();
        } else if (outcome !== null) {
          wanted.current = saved.current;
          setTicked(saved.current);
          latest.current.onFailed(outcome);
        }
        timer.current = setTimeout(() => setBusy(false), SPINS_ON_MS);
      });
    },
    [saveAll],
  );
  return { isTicked, isBusy, toggle };
}
