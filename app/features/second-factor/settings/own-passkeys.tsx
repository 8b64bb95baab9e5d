import { passkeyWords as words } from "../rules/passkey-words";
import { signInPaths } from "~/sign-in-paths";
import { Card } from "~/ui/card";
import { PageLink } from "~/ui/page-link";

interface OwnPasskey {
  id: string;
  name: string;
  added: string;
  /** Null where it was not used yet. */
  used: string | null;
}

/** The passkeys of a user who has a second factor, and the way to more. */
export function OwnPasskeys({ passkeys }: { passkeys: readonly OwnPasskey[] }) {
  return (
    <Card headingId="passkeys-heading" heading={words.heading}>
      <div className="space-y-3">
        <p>{words.what}</p>
        {passkeys.length === 0 ? null : (
          <ul className="space-y-3">
            {passkeys.map(({ id, name, added, used }) => (
              <li
                key={id}
                className="flex min-w-0 flex-wrap items-center justify-between gap-2"
              >
                <span className="min-w-0">
                  {name}{" "}
                  <span className="block text-sm text-muted">
                    {words.added} {added},{" "}
                    {used === null
                      ? words.neverUsed
                      : `${words.lastUsed} ${used}`}
                  </span>
                </span>
                <PageLink
                  to={signInPaths.removePasskey(id)}
                  className="action-link"
                >
                  {words.remove}
                  <span className="sr-only"> {name}</span>
                </PageLink>
              </li>
            ))}
          </ul>
        )}
        <PageLink to={signInPaths.addPasskey} className="action-link">
          {words.add}
        </PageLink>
      </div>
    </Card>
  );
}
