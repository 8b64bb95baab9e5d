import type { LoaderFunctionArgs } from "@remix-run/node";
import { resetWords as words } from "~/features/second-factor/rules/reset-words";
import {
  answerQuestion,
  askAbout,
  requireOther,
  requireQuestionForm,
} from "../question/answer-question.server";
import { resetSecondFactor } from "~server/users/service";

/** Whom the dialog is about; 404 where nobody has that id, or they have no factor. */
export async function loadReset({ request, params }: LoaderFunctionArgs) {
  const { signedIn, user } = await requireOther(
    request,
    params.id,
    (one) => one.second_factor === true,
  );
  return askAbout(signedIn, user);
}

/** Resets the factor and leads back to the list with the news of it, or says in the dialog why not. */
export async function resetByForm({ request, params }: LoaderFunctionArgs) {
  const posted = await requireQuestionForm(request, params.id);
  const { signedIn, id } = posted;
  const outcome = await signedIn.ask(resetSecondFactor, { id });
  return answerQuestion(posted, outcome, {
    done: words.wasReset,
    already: words.none,
  });
}
