import { useCallback, useEffect, useRef, useState } from "react";
import type { AccessChange } from "../rules/report-access";
import { paths } from "~/paths";
import { fetchWithin } from "~/ui/fetch-within";
import { type CellAnswer, cellFields } from "./access-form";

type Posted = { saved: true } | { saved: false; error: string | null } | "over";

/** The action of this page, as Remix serves it to scripts. */
const ACTION = `${paths.reportsConfig}?_data=routes%2Fusers_.reports-config`;

/** An answer takes no longer: the host has 5 seconds. */
const DEADLINE_MS = 15_000;

/**
 * Posts one change. "over": the session has ended, and the page goes to login, which leads back here with what was
 * clicked. It never rejects; `error` is null where the server has said nothing.
 */
export async function postCell(
  change: AccessChange,
  csrfToken: string,
): Promise<Posted> {
  // What was clicked counts, also for whoever leaves the page at once.
  const init = {
    method: "POST",
    body: cellFields(change, csrfToken),
    keepalive: true,
  };
  return fetchWithin(DEADLINE_MS, ACTION, init, outcomeOf).catch(() => ({
    saved: false,
    error: null,
  }));
}

async function outcomeOf(response: Response): Promise<Posted> {
  const login = response.headers.get("x-remix-redirect");
  if (login !== null) {
    window.location.assign(login);
    return "over";
  }
  const answer = (await response.json()) as Partial<CellAnswer> | null;
  if (response.ok && answer?.saved === true) return { saved: true };
  return { saved: false, error: wordsIn(answer) };
}

function wordsIn(answer: unknown): string | null {
  const { error } = (answer ?? {}) as { error?: unknown };
  return typeof error === "string" && error !== "" ? error : null;
}

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
  useEffect(() => {
    if (isSaving.current) return;
    saved.current = isAllowed;
    wanted.current = isAllowed;
    setTicked(isAllowed);
  }, [isAllowed]);
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
