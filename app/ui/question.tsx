import { lazyComponent } from "~/rendering/lazy-component";
import { QUESTION_ID } from "./question-view";

/** A dialog that asks whether something is really to be done. */
export const Question = lazyComponent(
  () => import("./question-dialog"),
  (chunk) => chunk.QuestionDialog,
  QUESTION_ID,
);
