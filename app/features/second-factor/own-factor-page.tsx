import type { ReactNode } from "react";
import { signInWords as words } from "./rules/sign-in-words";
import { signInPaths } from "~/sign-in-paths";
import { Button, LinkButton } from "~/ui/button";
import { PageForm } from "~/ui/page-form";
import { useEmptiedForm } from "~/ui/use-emptied-form";
import { useOneSending } from "~/ui/use-one-sending";
import { FACTOR_FIELDS } from "./drawn-key";
import { FactorErrors, useRefusal } from "./code-field";
import { PasswordField } from "~/ui/password-field";
import { TextField } from "~/ui/field";

export function OwnFactorPage({
  title,
  sentence,
  submit,
  children,
}: {
  title: string;
  sentence: ReactNode;
  submit: string;
  children: ReactNode;
}) {
  const refusal = useRefusal();
  const answer = refusal?.isSpent ? null : refusal;
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

/**
 * The password keeps others at this screen out; the code keeps a password alone from replacing or removing the
 * factor.
 */
export function ProofFields({ needsCode = true }: { needsCode?: boolean }) {
  const { fieldErrors = {} } = useRefusal() ?? {};
  return (
    <>
      {needsCode ? (
        <TextField
          id={FACTOR_FIELDS.presentCode}
          name={FACTOR_FIELDS.presentCode}
          label="Code from your current app"
          hint="Or one of your recovery codes"
          error={fieldErrors.presentCode ?? null}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          aria-required
        />
      ) : null}
      <PasswordField
        id={FACTOR_FIELDS.password}
        name={FACTOR_FIELDS.password}
        label="Your password"
        error={fieldErrors.currentPassword ?? null}
        autoComplete="current-password"
        aria-required
      />
    </>
  );
}
