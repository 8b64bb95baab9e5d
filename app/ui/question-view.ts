import type { Fact } from "./facts";

/** Marks every dialog with a question, so that its script loads before hydration. */
export const QUESTION_ID = "question";

export interface QuestionView {
  /** Anchor of the dialog, where the page lands without scripts. */
  id: string;
  title: string;
  before: readonly string[];
  facts: readonly Fact[];
  after: readonly string[];
  /** Words of the button; null where it must not be done. */
  submit: string | null;
  action: string;
  fields?: Readonly<Record<string, string | number>>;
  closeHref: string;
  returnFocusTo: string;
}

export interface QuestionAnswer {
  error: string;
}
