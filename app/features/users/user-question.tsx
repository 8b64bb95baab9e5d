import { useActionData, useLoaderData } from "@remix-run/react";
import { Question } from "~/ui/question";
import type { QuestionAnswer } from "~/ui/question-view";
import type { loadReset } from "./questions.server";

export function UserQuestion() {
  const { question } = useLoaderData<typeof loadReset>();
  const answer = useActionData<QuestionAnswer>() ?? null;
  return <Question {...question} answer={answer} />;
}
