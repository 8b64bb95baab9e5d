import { useSubmit } from "@remix-run/react";
import { useRef } from "react";
import type { UseQuestion } from "~server/auth/service";
import { passkeyWords as words } from "../rules/passkey-words";
import { Button } from "~/ui/button";
import { useHydrated } from "~/rendering/hydration";
import { PageForm } from "~/ui/page-form";
import { PASSKEY_FIELDS } from "../drawn-key";
import { canAskFor, signWithPasskey, useAskedBrowser } from "./web-authn";

export function UsePasskey({
  question,
  isSending,
}: {
  question: UseQuestion | null;
  isSending: true | undefined;
}) {
  const isHere = useHydrated() && question !== null && canAskFor(question);
  return isHere ? (
    <PasskeyForm question={question} isSending={isSending} />
  ) : null;
}

function PasskeyForm({
  question,
  isSending,
}: {
  question: UseQuestion;
  isSending: true | undefined;
}) {
  const form = useRef<HTMLFormElement>(null);
  const attempt = useRef<HTMLInputElement>(null);
  const passkey = useRef<HTMLInputElement>(null);
  const submit = useSubmit();
  const { isAsking, hasFailed, onClick } = useAskedBrowser(async () => {
    const signed = await signWithPasskey(question);
    if (!form.current || !attempt.current || !passkey.current) return;
    attempt.current.value = question.attempt;
    passkey.current.value = JSON.stringify(signed);
    submit(form.current);
  });
  return (
    <PageForm
      ref={form}
      method="post"
      aria-label={words.use}
      className="mt-6 space-y-2"
    >
      <p className="text-sm text-muted">{words.or}</p>
      <input ref={attempt} type="hidden" name={PASSKEY_FIELDS.attempt} />
      <input ref={passkey} type="hidden" name={PASSKEY_FIELDS.passkey} />
      <Button
        type="button"
        className="w-full"
        aria-disabled={isAsking || isSending || undefined}
        onClick={isSending ? undefined : onClick}
      >
        {words.use}
      </Button>
      <p role="status" className="font-medium text-bad">
        {hasFailed ? words.notUsed : null}
      </p>
    </PageForm>
  );
}
