import type { ReactNode } from "react";
import { signInWords as words } from "./rules/sign-in-words";
import { signInPaths } from "~/sign-in-paths";
import { Button, LinkButton } from "~/ui/button";
import { CsrfField } from "~/ui/csrf-field";
import { PageForm } from "~/ui/page-form";
import { useEmptiedForm } from "~/ui/use-emptied-form";
import { useOneSending } from "~/ui/use-one-sending";
import type { FactorRefusal } from "./drawn-key";
import { FactorErrors } from "./factor-errors";

/** A page on which whoever is signed in changes something of their second factor. */
export function OwnFactorPage({
  title,
  sentence,
  submit,
  answer,
  children,
}: {
  title: string;
  sentence: ReactNode;
  submit: string;
  answer: FactorRefusal | null;
  children: ReactNode;
}) {
  const form = useEmptiedForm(answer);
  const { isSending, onSubmit } = useOneSending();
  return (
    <div className="mx-auto w-full max-w-drawer space-y-4">
      <h1 className="text-2xl font-semibold">{title}</h1>
      <p className="text-muted">{sentence}</p>
      <div className="rounded border border-hairline bg-paper p-4">
        <PageForm
          ref={form}
          method="post"
          aria-label={title}
          onSubmit={onSubmit}
        >
          <CsrfField />
          <div className="space-y-4">
            <FactorErrors answer={answer} />
            {children}
            <div className="flex flex-wrap justify-end gap-2">
              <LinkButton to={signInPaths.own}>{words.cancel}</LinkButton>{" "}
              <Button variant="primary" aria-disabled={isSending}>
                {submit}
              </Button>
            </div>
          </div>
        </PageForm>
      </div>
    </div>
  );
}
