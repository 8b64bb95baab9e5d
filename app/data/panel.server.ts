import { redirect } from "@remix-run/node";
import { noDataAfter } from "~/domain/reach/reach-words";
import { systemMessages } from "~/domain/system-messages";
import { paths } from "~/paths";
import type { CallFailure, Outcome } from "./call.server";
import { pageError } from "./page-error.server";

/** `status` is the API host's, or the pseudo-status of an unusable answer (R51). */
export type Panel<T> =
  | { state: "data"; data: T }
  /** `message` says why, where there is more to say than that it is empty. */
  | { state: "empty"; message?: string }
  | { state: "error"; message: string; status: number };

interface PanelTexts {
  systemError: string;
  /** For an unreadable answer; `systemError` by default. */
  shapeError?: string;
}

/** Statuses above this one are an error in the panel; 4xx below it replace the page (R52, R20). */
const ERROR_ABOVE = 499;
/** The same for graphs: their 4xx stay in the panel. */
export const GRAPH_ERROR_ABOVE = 300;

export function panelTexts(kind: keyof typeof systemMessages.shapeError) {
  const { systemError, shapeError } = systemMessages;
  return { systemError: systemError[kind], shapeError: shapeError[kind] };
}

/** Throws a 4xx that is not the panel's own error, because it replaces the page; 401 leads to login. */
export function panelOf<Answer, T>(
  outcome: Outcome<Answer>,
  texts: PanelTexts,
  pick: (answer: Answer) => T,
  errorAbove: number = ERROR_ABOVE,
): Panel<T> {
  switch (outcome.kind) {
    case "data":
      return { state: "data", data: pick(outcome.answer) };
    case "empty":
      return outcome.through === undefined
        ? { state: "empty" }
        : { state: "empty", message: noDataAfter(outcome.through) };
    case "failure":
      return errorPanel(outcome, texts, errorAbove);
  }
}

/** Rows of the panel's answer, as a list shows them. */
export function rowsState<Row>(panel: Panel<unknown>, rows: Row[]) {
  if (panel.state === "error") return panel;
  return rows.length > 0
    ? { state: "data" as const, rows }
    : { state: "empty" as const };
}

export function noticesOf(
  panel: { state: string; message?: string } | null,
): { tone: "error"; text: string }[] {
  return panel?.state === "error" && panel.message !== undefined
    ? [{ tone: "error", text: panel.message }]
    : [];
}

/** Explains an empty panel (R499). */
export function emptyNotes(
  panel: { state: string; message?: string } | null,
): string[] {
  return panel?.state === "empty" && panel.message !== undefined
    ? [panel.message]
    : [];
}

function errorPanel(
  failure: CallFailure,
  texts: PanelTexts,
  errorAbove: number,
): Panel<never> {
  const { status, message, error, reason } = failure;
  if (status === 401) throw redirect(paths.login);
  if (status >= 400 && status < 500 && status <= errorAbove) {
    throw pageError(status, message ?? error);
  }
  if (reason === "shape") {
    return {
      state: "error",
      message: texts.shapeError ?? texts.systemError,
      status,
    };
  }
  const words = message ?? error ?? texts.systemError;
  return { state: "error", message: words, status };
}
