import { PageForm } from "~/ui/page-form";
import { userListWords as words } from "~/domain/users/user-list-words";
import { userTitles } from "~/domain/users/user-titles";
import { userWords } from "~/domain/users/user-words";
import { CsrfField } from "~/ui/csrf-field";
import { paths } from "~/paths";
import { userPath } from "~/user-paths";
import { DangerButton } from "~/ui/danger-button";
import { ErrorSummary } from "~/ui/error-summary";
import { Sheet, SheetClose } from "~/ui/sheet";
import { useHydrated } from "~/ui/hydration";
import {
  DELETE_SHEET_ID,
  type DeletionAnswer,
  type UserToDelete,
} from "./deletion";
import { useNavigationNow } from "~/ui/late-part";

export interface DeleteDialogProps {
  user: UserToDelete;
  /** What came of the last attempt, where it deleted nobody. */
  answer: DeletionAnswer | null;
  /** Query of the list that lies under it, with its question mark; empty where there is none. */
  listQuery: string;
  csrfToken: string | null;
}

/** Asks whether a user is really to be deleted, and names them (R211). */
export function DeleteDialog({
  user,
  answer,
  listQuery,
  csrfToken,
}: DeleteDialogProps) {
  const isHydrated = useHydrated();
  const isSending = useNavigationNow().state === "submitting";
  // Without scripts the answer is a page anew, and lands where the dialog is.
  const anchor = isHydrated ? "" : `#${DELETE_SHEET_ID}`;
  return (
    <Sheet
      id={DELETE_SHEET_ID}
      kind="modal"
      title={userTitles.confirmDelete}
      closeHref={paths.users + listQuery}
      returnFocusTo={`delete-user-${user.id}`}
      footer={
        <>
          <SheetClose>{user.isOwn ? words.close : words.cancel}</SheetClose>{" "}
          {user.isOwn ? null : (
            // The button is within its form: text browsers know no other tie between the two.
            <PageForm
              method="post"
              action={userPath(user.id, "delete") + listQuery + anchor}
              aria-label={userTitles.confirmDelete}
              className="contents"
              preventScrollReset
              onSubmit={(event) => {
                if (isSending) event.preventDefault();
              }}
            >
              <CsrfField token={csrfToken} />
              <DangerButton aria-disabled={isSending}>
                {words.deleteUser}
              </DangerButton>
            </PageForm>
          )}
        </>
      }
    >
      <div className="space-y-4">
        <ErrorSummary
          errors={answer && !isSending ? [{ text: answer.error }] : []}
          attempt={answer}
        />
        <p>{user.isOwn ? `${userWords.ownAccount}.` : words.confirm}</p>
        <dl className="grid grid-cols-1 gap-x-4 gap-y-1 rounded bg-wash p-3 sm:grid-cols-[auto_1fr]">
          <Fact label={words.factName} value={user.name} />
          <Fact label={words.factUsername} value={user.username} />
          <Fact label={words.level} value={user.level} />
          {user.location ? (
            <Fact label={words.factLocation} value={user.location} />
          ) : null}
        </dl>
      </div>
    </Sheet>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="min-w-0 break-words font-medium">{value}</dd>
    </>
  );
}
