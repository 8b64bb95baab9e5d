import { useLocation } from "@remix-run/react";
import type { MouseEvent, ReactNode } from "react";
import { paths } from "~/paths";
import { CsrfField } from "~/ui/page-form";

/** The form leads back to the page without scripts. A lost answer only brings the alert back. */
export function DismissButton({
  alertKey,
  onDismiss,
  className,
  children,
}: {
  alertKey: string;
  onDismiss: (event: MouseEvent<HTMLButtonElement>) => void;
  className: string;
  children: ReactNode;
}) {
  const { pathname, search } = useLocation();

  function dismiss(event: MouseEvent<HTMLButtonElement>) {
    const { form } = event.currentTarget;
    if (!form) return;
    event.preventDefault();
    const fields = new URLSearchParams();
    for (const [name, value] of new FormData(form)) {
      if (typeof value === "string") fields.append(name, value);
    }
    // The way back is for browsers without scripts: following it would render the page once more.
    fetch(paths.dismiss, {
      method: "POST",
      body: fields,
      redirect: "manual",
      keepalive: true,
    }).catch(() => undefined);
    onDismiss(event);
  }

  return (
    <form method="post" action={paths.dismiss}>
      <CsrfField />
      <input type="hidden" name="alert" value={alertKey} />
      <input type="hidden" name="from" value={pathname + search} />
      <button
        type="submit"
        className={className}
        data-dismiss=""
        onClick={dismiss}
      >
        {children}
      </button>
    </form>
  );
}
