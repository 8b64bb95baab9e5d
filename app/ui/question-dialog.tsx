import type { ReactNode } from "react";
import { useHydrated } from "~/rendering/hydration";
import { DangerButton } from "./danger-button";
import { ErrorSummary } from "./error-summary";
import { Facts } from "./facts";
import { useNavigationNow } from "./navigation";
import { PageForm } from "./page-form";
import {
  QUESTION_ID,
  type QuestionView,
  type QuestionAnswer,
} from "./question-view";
import { Sheet, SheetClose } from "./sheet";
import { useOneSending } from "./use-one-sending";

export function QuestionDialog({
  before,
  facts,
  after,
  submit,
  action,
  fields,
  answer = null,
  ...sheet
}: QuestionView & { answer?: QuestionAnswer | null }) {
  // The answer without scripts is a new page, which opens at the dialog.
  const anchor = useHydrated() ? "" : `#${sheet.id}`;
  return (
    <Sheet
      {...sheet}
      kind="modal"
      footer={
        <>
          <SheetClose>{submit === null ? "Close" : "Cancel"}</SheetClose>{" "}
          {submit === null ? null : (
            // The button is within its form: text browsers know no other tie between the two.
            <PostForm
              action={action + anchor}
              label={sheet.title}
              className="contents"
              preventScrollReset
              fields={fields}
            >
              {(isSending) => (
                <DangerButton aria-disabled={isSending}>{submit}</DangerButton>
              )}
            </PostForm>
          )}
        </>
      }
    >
      <QuestionBody answer={answer}>
        {before.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <Facts facts={facts} />
        {after.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </QuestionBody>
    </Sheet>
  );
}

export function QuestionBody({
  answer,
  children,
}: {
  answer: QuestionAnswer | null;
  children: ReactNode;
}) {
  const isSending = useNavigationNow().state === "submitting";
  return (
    <div id={QUESTION_ID} className="space-y-4">
      <ErrorSummary
        errors={answer && !isSending ? [{ text: answer.error }] : []}
        attempt={answer}
      />
      {children}
    </div>
  );
}

/** Sends once, however often its button is pressed. */
export function PostForm({
  label,
  fields = {},
  children,
  ...form
}: {
  label?: string;
  action?: string;
  className?: string;
  preventScrollReset?: boolean;
  fields?: Readonly<Record<string, string | number>>;
  /** `isSending` is for the `aria-disabled` of the button. */
  children: (isSending: true | undefined) => ReactNode;
}) {
  const { isSending, onSubmit } = useOneSending();
  return (
    <PageForm {...form} method="post" aria-label={label} onSubmit={onSubmit}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children(isSending)}
    </PageForm>
  );
}
