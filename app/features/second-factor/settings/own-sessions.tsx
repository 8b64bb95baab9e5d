import { signInWords as words } from "../rules/sign-in-words";
import { Button } from "~/ui/button";
import { CsrfField } from "~/ui/csrf-field";
import { PageForm } from "~/ui/page-form";
import { useOneSending } from "~/ui/use-one-sending";

interface OwnSession {
  id: string;
  begun: string;
  used: string;
  isThis: boolean;
  isOfOrganisation: boolean;
}

/** The sessions of a user, each but this one with a way to end it. */
export function OwnSessions({ sessions }: { sessions: readonly OwnSession[] }) {
  const { isSending, onSubmit } = useOneSending();
  return (
    <ul className="space-y-3">
      {sessions.map(({ id, begun, used, isThis, isOfOrganisation }) => (
        <li
          key={id}
          className="flex min-w-0 flex-wrap items-center justify-between gap-2"
        >
          <span className="min-w-0">
            {words.begun} {begun}{" "}
            <span className="block text-sm text-muted">
              {words.lastUsed} {used}
              {isOfOrganisation ? words.byOrganisation : null}
            </span>
          </span>
          {isThis ? (
            <span className="font-medium">{words.thisOne}</span>
          ) : (
            // Without a name: sessions may have begun in one minute, and forms with one are landmarks.
            <PageForm method="post" onSubmit={onSubmit}>
              <CsrfField />
              <input type="hidden" name="session" value={id} />
              <Button aria-disabled={isSending}>
                {words.endThis}
                <span className="sr-only">, {begun}</span>
              </Button>
            </PageForm>
          )}
        </li>
      ))}
    </ul>
  );
}
