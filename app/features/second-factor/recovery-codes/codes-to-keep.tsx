import { signInWords as words } from "../rules/sign-in-words";
import { Button } from "~/ui/button";
import { PageForm } from "~/ui/page-form";
import { useOneSending } from "~/ui/use-one-sending";
import { KEPT } from "../drawn-key";

export function CodesToKeep({ codes }: { codes: readonly string[] }) {
  const { isSending, onSubmit } = useOneSending();
  return (
    <div className="mx-auto w-full max-w-drawer space-y-4">
      <h1 className="text-2xl font-semibold">{words.recoveryTitle}</h1>
      <p className="text-muted">
        Each of these codes lets you log in once, with your password, when you
        cannot use your app.
      </p>
      <p className="font-medium">
        They are shown for ten minutes, or until you confirm that you saved
        them. Print this page, or save them with your passwords.
      </p>
      <div className="rounded border border-hairline bg-paper p-4">
        <ol className="mx-4 list-decimal space-y-1 px-2">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
      </div>
      <PageForm
        method="post"
        aria-label={words.recoveryTitle}
        onSubmit={onSubmit}
      >
        <input type="hidden" name={KEPT.name} value={KEPT.value} />
        <Button variant="primary" aria-disabled={isSending}>
          I have saved them
        </Button>
      </PageForm>
    </div>
  );
}
