import type { ReactNode } from "react";
import { userListWords as words } from "../rules/list-words";
import { paths } from "~/paths";
import { CsrfField } from "~/ui/csrf-field";
import { DangerButton } from "~/ui/danger-button";
import { ErrorSummary } from "~/ui/error-summary";
import { useHydrated } from "~/rendering/hydration";
import { useNavigationNow } from "~/ui/navigation";
import { PageForm } from "~/ui/page-form";
import { Sheet, SheetClose } from "~/ui/sheet";

/** Whom a question is about. */
export interface UserAsked {
  id: number;
  name: string;
  username: string;
  level: string;
  /** Where they belong, in words; empty, or left out, where the question does not say it. */
  location?: string;
}

/** What the page has after a post that did nothing. */
export interface QuestionAnswer {
  error: string;
}

/** What every question about a user of the list is asked with. */
export interface UserQuestionContext {
  /** What came of the last attempt, where it did nothing. */
  answer: QuestionAnswer | null;
  /** Query of the list that lies under it, with its question mark; empty where there is none. */
  listQuery: string;
}

interface UserQuestionProps extends UserQuestionContext {
  /** Anchor of the dialog, where the page lands without scripts. */
  id: string;
  title: string;
  user: UserAsked;
  /** Address that the form posts to. */
  action: string;
  /** Id of the link in the list that opened it. */
  returnFocusTo: string;
  sentence: string;
  /** What is said under the facts. */
  children?: ReactNode;
  /** Words of the button that does it; null where it must not be done. */
  submit: string | null;
}

/** A dialog over the list of users that asks whether something is really to be done to one, and names them. */
export function UserQuestion({
  id,
  title,
  user,
  action,
  returnFocusTo,
  sentence,
  children,
  submit,
  answer,
  listQuery,
}: UserQuestionProps) {
  const isSending = useNavigationNow().state === "submitting" || undefined;
  // Without scripts the answer is a page anew, and lands where the dialog is.
  const anchor = useHydrated() ? "" : `#${id}`;
  return (
    <Sheet
      id={id}
      kind="modal"
      title={title}
      closeHref={paths.users + listQuery}
      returnFocusTo={returnFocusTo}
      footer={
        <>
          <SheetClose>
            {submit === null ? words.close : words.cancel}
          </SheetClose>{" "}
          {submit === null ? null : (
            // The button is within its form: text browsers know no other tie between the two.
            <PageForm
              method="post"
              action={action + listQuery + anchor}
              aria-label={title}
              className="contents"
              preventScrollReset
              onSubmit={(event) => {
                if (isSending) event.preventDefault();
              }}
            >
              <CsrfField />
              <DangerButton aria-disabled={isSending}>{submit}</DangerButton>
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
        <p>{sentence}</p>
        <dl className="grid grid-cols-1 gap-x-4 gap-y-1 rounded bg-wash p-3 sm:grid-cols-[auto_1fr]">
          <Fact label={words.factName} value={user.name} />
          <Fact label={words.factUsername} value={user.username} />
          <Fact label={words.level} value={user.level} />
          {user.location ? (
            <Fact label={words.factLocation} value={user.location} />
          ) : null}
        </dl>
        {children}
      </div>
    </Sheet>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="min-w-0 font-medium">{value}</dd>
    </>
  );
}
