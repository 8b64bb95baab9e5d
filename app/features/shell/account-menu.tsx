import { useRef, type FocusEvent, type KeyboardEvent } from "react";
import { loggedInAs, messages } from "~/domain/messages";
import { formatCount } from "~/domain/number-format";
import { paths } from "~/paths";
import { Button } from "~/ui/button";
import { CsrfField } from "~/ui/csrf-field";
import { CaretIcon } from "~/ui/icons";

interface Account {
  user: { name: string; initials: string };
  /** The way to reviews of transfers, with the number that are overdue; null where there is none. */
  reviews: { overdue: number | null } | null;
  csrfToken: string | null;
}

const AVATAR =
  "flex h-9 w-9 items-center justify-center rounded-full bg-accent-wash font-semibold text-accent touch:h-10 touch:w-10";

/**
 * Who is signed in, the way to their password, and the way out: a menu under the name, a `details` that opens without
 * scripts. 'Log out' stands beside it at every width, so that on a machine that others use too it is one press; on larger
 * screens the menu has it as well (R144).
 */
export function AccountMenu({ user, reviews, csrfToken }: Account) {
  return (
    <div className="relative flex items-center gap-2">
      <Menu user={user} reviews={reviews} csrfToken={csrfToken} />
      <LogOutForm csrfToken={csrfToken} />
    </div>
  );
}

function Menu({ user, reviews, csrfToken }: Account) {
  const details = useRef<HTMLDetailsElement>(null);
  const summary = useRef<HTMLElement>(null);

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== "Escape" || !details.current?.open) return;
    details.current.open = false;
    summary.current?.focus();
  }

  function closeWhenLeft(event: FocusEvent) {
    if (!details.current || event.currentTarget.contains(event.relatedTarget)) {
      return;
    }
    details.current.open = false;
  }

  return (
    // The handlers only close what the summary, a control of its own, has opened.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <details ref={details} onKeyDown={closeOnEscape} onBlur={closeWhenLeft}>
      <summary
        ref={summary}
        aria-label={`Account of ${user.name}`}
        title={user.name}
        className="flex cursor-pointer list-none items-center gap-1 rounded text-sm hover:text-accent"
      >
        <span className={AVATAR}>{user.initials}</span>{" "}
        <span className="hidden max-w-40 truncate md:block">{user.name}</span>
        <CaretIcon />
      </summary>
      <div className="absolute right-0 top-full z-20 mt-2 w-64 max-w-[80vw] space-y-3 rounded border border-hairline bg-paper p-4 shadow-float">
        <p className="text-sm">{loggedInAs(user.name)}</p>
        {reviews === null ? null : (
          <p>
            <a href={paths.reviews} className="action-link">
              {messages.shell.reviews}
              {reviews.overdue
                ? `, ${formatCount(reviews.overdue)} overdue`
                : null}
            </a>
          </p>
        )}
        {/* A document of its own, so that the menu is closed there. */}
        <a href={paths.changePassword} className="action-link">
          {messages.shell.changePassword}
        </a>
        <div className="hidden md:block">
          <LogOutForm csrfToken={csrfToken} />
        </div>
      </div>
    </details>
  );
}

/** A document of its own, so that nothing of the session stays in the page's memory. */
function LogOutForm({ csrfToken }: { csrfToken: string | null }) {
  return (
    <form method="post" action={paths.logout}>
      <CsrfField token={csrfToken} />
      <Button>{messages.shell.logOut}</Button>
    </form>
  );
}
