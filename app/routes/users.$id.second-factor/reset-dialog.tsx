import { Fragment } from "react";
import { resetWords as words } from "~/domain/second-factor/reset-words";
import { userListWords } from "~/domain/users/user-list-words";
import { userTitles } from "~/domain/users/user-titles";
import { paths } from "~/paths";
import { CsrfField } from "~/ui/csrf-field";
import { DangerButton } from "~/ui/danger-button";
import { ErrorSummary } from "~/ui/error-summary";
import { useHydrated } from "~/ui/hydration";
import { useNavigationNow } from "~/ui/late-part";
import { PageForm } from "~/ui/page-form";
import { Sheet, SheetClose } from "~/ui/sheet";
import { userPath } from "~/user-paths";
import { RESET_SHEET_ID, type ResetAnswer, type UserToReset } from "./reset";

export interface ResetDialogProps {
  user: UserToReset;
  /** What came of the last attempt, where it reset nothing. */
  answer: ResetAnswer | null;
  /** Query of the list that lies under it, with its question mark; empty where there is none. */
  listQuery: string;
  csrfToken: string | null;
}

/** Asks whether a user's second factor is really to be reset, and names them. */
export function ResetDialog({
  user,
  answer,
  listQuery,
  csrfToken,
}: ResetDialogProps) {
  const isHydrated = useHydrated();
  const isSending = useNavigationNow().state === "submitting";
  // Without scripts the answer is a page anew, and lands where the dialog is.
  const anchor = isHydrated ? "" : `#${RESET_SHEET_ID}`;
  const facts = [
    [userListWords.factName, user.name],
    [userListWords.factUsername, user.username],
    [userListWords.level, user.level],
  ];
  return (
    <Sheet
      id={RESET_SHEET_ID}
      kind="modal"
      title={userTitles.resetFactor}
      closeHref={paths.users + listQuery}
      returnFocusTo={`reset-factor-${user.id}`}
      footer={
        <>
          <SheetClose>{userListWords.cancel}</SheetClose>{" "}
          <PageForm
            method="post"
            action={userPath(user.id, "second-factor") + listQuery + anchor}
            aria-label={userTitles.resetFactor}
            className="contents"
            preventScrollReset
            onSubmit={(event) => {
              if (isSending) event.preventDefault();
            }}
          >
            <CsrfField token={csrfToken} />
            <DangerButton aria-disabled={isSending}>{words.reset}</DangerButton>
          </PageForm>
        </>
      }
    >
      <div className="space-y-4">
        <ErrorSummary
          errors={answer && !isSending ? [{ text: answer.error }] : []}
          attempt={answer}
        />
        <p>{words.confirm}</p>
        <dl className="grid grid-cols-1 gap-x-4 gap-y-1 rounded bg-wash p-3 sm:grid-cols-[auto_1fr]">
          {facts.map(([label, value]) => (
            <Fragment key={label}>
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="min-w-0 break-words font-medium">{value}</dd>
            </Fragment>
          ))}
        </dl>
        <p>{words.after}</p>
      </div>
    </Sheet>
  );
}
