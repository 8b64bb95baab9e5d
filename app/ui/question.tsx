import { lazyComponent } from "~/rendering/lazy-component";
import { QUESTION_ID } from "./question-view";

export const Question = lazyComponent(
  () => import("./question-dialog"),
  (chunk) => chunk.QuestionDialog,
  QUESTION_ID,
);
