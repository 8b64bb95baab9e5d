import type { ReactNode } from "react";
import { paths } from "~/paths";
import { BrandMark } from "~/ui/brand-mark";
import { Button } from "~/ui/button";
import { PageForm } from "~/ui/page-form";
import { PageLink } from "~/ui/page-link";
import { useEmptiedForm } from "~/ui/use-emptied-form";
import { useOneSending } from "~/ui/use-one-sending";
import { FactorErrors, useRefusal } from "./code-field";

/** Looks like the login page. */
export function SecondStepPage({
  siteName,
  username,
  title,
  sentence,
  submit,
  children,
  belowForm,
}: {
  siteName: string;
  /** As typed on the page before. */
  username: string;
  title: string;
  sentence: string;
  submit: string;
  children: ReactNode;
  belowForm?: (isSending: true | undefined) => ReactNode;
}) {
  const answer = useRefusal();
  const form = useEmptiedForm(answer);
  const { isSending, onSubmit } = useOneSending();
  return (
    <div className="flex flex-1 flex-col items-center py-6">
      <div className="w-full max-w-form">
        <p className="mb-6 flex items-center gap-2 text-lg font-semibold">
          <BrandMark />
          {siteName}
        </p>
        <h1 className="text-2xl font-semibold">{title}</h1>
        <p className="text-muted">{sentence}</p>
        <p className="mb-6 text-muted">
          Logging in as <span className="font-medium text-ink">{username}</span>
        </p>
        <PageForm
          ref={form}
          method="post"
          aria-label={title}
          className="space-y-4"
          onSubmit={onSubmit}
        >
          <FactorErrors answer={answer} />
          {children}
          <Button
            variant="primary"
            className="w-full"
            aria-disabled={isSending}
          >
            {submit}
          </Button>
        </PageForm>
        {belowForm?.(isSending)}
        <p className="mt-6">
          <PageLink to={paths.login} className="action-link">
            Start again
          </PageLink>
        </p>
      </div>
    </div>
  );
}
