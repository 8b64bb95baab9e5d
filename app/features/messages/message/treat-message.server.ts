import { showRefusal } from "~/data/call-failure.server";
import { pageError } from "~/data/page-error.server";
import { feedWords } from "../rules/feed-words";
import { MESSAGE_ACTIONS } from "../rules/message-states";
import { requireUserByForm } from "~/http/guarded-form.server";
import { messagePath } from "~/message-paths";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import { treatMessage as askToTreat } from "~server/messages/service";
import { messageIdOf } from "./load-message.server";

const { done } = feedWords.message;

/** Has a message tried again, dropped or taken back, and shows it again. */
export async function treatMessage(
  request: Request,
  idText: string | undefined,
) {
  const { form, signedIn } = await requireUserByForm(request);
  const id = messageIdOf(idText);
  const wanted = form.get("task");
  const action = MESSAGE_ACTIONS.find((one) => one === wanted);
  if (!action) throw pageError(400);
  const outcome = await signedIn.ask(askToTreat, { id, action });
  if (outcome.kind !== "failure") {
    const notice = { tone: "success", text: done[action] } as const;
    return redirectWithNotice(signedIn, messagePath(id), notice, 303);
  }
  if (outcome.status === 404) throw pageError(404);
  return showRefusal(outcome);
}
