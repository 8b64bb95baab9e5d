import { useSubmit } from "@remix-run/react";
import type { UseQuestion } from "~server/auth/service";
import { Button } from "~/ui/button";
import { useHydrated } from "~/rendering/hydration";
import { PASSKEY_FIELDS } from "../drawn-key";
import { canAskFor, signWithPasskey, useAskedBrowser } from "./web-authn";

export function UsePasskey({
  question,
  isSending,
}: {
  question: UseQuestion | null;
  isSending: true | undefined;
}) {
  const submit = useSubmit();
  const { isAsking, hasFailed, onClick } = useAskedBrowser(async () => {
    if (question === null) return;
    const passkey = JSON.stringify(await signWithPasskey(question));
    const { attempt } = question;
    submit(
      { [PASSKEY_FIELDS.attempt]: attempt, [PASSKEY_FIELDS.passkey]: passkey },
      { method: "post" },
    );
  });
  const isHydrated = useHydrated();
  if (!isHydrated || question === null || !canAskFor(question)) return null;
  return (
    <div className="mt-6 space-y-2">
      <p className="text-sm text-muted">Or without a code:</p>
      <Button
        type="button"
        className="w-full"
        aria-disabled={isAsking || isSending || undefined}
        onClick={isSending ? undefined : onClick}
      >
        Use a passkey
      </Button>
      <p role="status" className="font-medium text-bad">
        {hasFailed ? "No passkey was used. Try again, or type a code." : null}
      </p>
    </div>
  );
}
