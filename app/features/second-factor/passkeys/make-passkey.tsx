import type { MadePasskey, MakeQuestion } from "~server/auth/service";
import { passkeyWords as words } from "~/features/second-factor/rules/passkey-words";
import { Button } from "~/ui/button";
import { useHydrated } from "~/rendering/hydration";
import { useAskedBrowser } from "./ask-browser";
import { canAskFor, isAt, makePasskey } from "./web-authn";

/** A button that has the browser make a passkey; where that cannot be, a sentence that says why. */
export function MakePasskey({
  question,
  siteName,
  onMade,
}: {
  question: MakeQuestion | null;
  siteName: string;
  onMade: (made: { attempt: string; passkey: MadePasskey }) => void;
}) {
  const hydrated = useHydrated();
  const { isAsking, hasFailed, onClick } = useAskedBrowser(async () => {
    if (question === null) return;
    const passkey = await makePasskey(question, siteName);
    onMade({ attempt: question.attempt, passkey });
  });
  if (question === null) return <p>{words.notAtAddress}</p>;
  if (!hydrated) return <p>{words.needsScripts}</p>;
  if (!canAskFor(question)) {
    return (
      <p>
        {isAt(question)
          ? words.notInBrowser
          : `${words.onlyAt} ${question.origin}.`}
      </p>
    );
  }
  return (
    <>
      <Button
        type="button"
        variant="primary"
        aria-disabled={isAsking || undefined}
        onClick={onClick}
      >
        {words.make}
      </Button>
      <p role="status" className="mt-2 font-medium text-bad">
        {hasFailed ? words.notMade : null}
      </p>
    </>
  );
}
