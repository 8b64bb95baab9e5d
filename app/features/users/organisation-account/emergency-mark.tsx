import { dialogWords as words } from "~/features/sign-in/rules/organisation-account/dialog-words";
import { Button } from "~/ui/button";
import { CsrfField } from "~/ui/csrf-field";
import { DangerButton } from "~/ui/danger-button";
import { PageForm } from "~/ui/page-form";
import { TASK_FIELD, TASKS, type UserToLink } from "./link";

/** Whether the user is an emergency account, and what makes them one or ends it. */
export function EmergencyMark({
  user: { isEmergency },
  action,
  csrfToken,
  isSending,
}: {
  user: Pick<UserToLink, "isEmergency">;
  action: string;
  csrfToken: string | null;
  isSending: boolean;
}) {
  return (
    <>
      <p className="border-t border-hairline pt-3">
        {isEmergency ? words.isEmergency : words.noEmergency}{" "}
        {words.whatEmergency} {isEmergency ? words.unmarkEnds : null}
      </p>
      <PageForm
        method="post"
        action={action}
        aria-label={words.emergency}
        preventScrollReset
        onSubmit={(event) => {
          if (isSending) event.preventDefault();
        }}
      >
        <CsrfField token={csrfToken} />
        <input
          type="hidden"
          name={TASK_FIELD}
          value={isEmergency ? TASKS.unmark : TASKS.mark}
        />
        {isEmergency ? (
          <DangerButton aria-disabled={isSending}>{words.unmark}</DangerButton>
        ) : (
          <Button aria-disabled={isSending}>{words.mark}</Button>
        )}
      </PageForm>
    </>
  );
}
