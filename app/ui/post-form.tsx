import type { ReactNode } from "react";
import { PageForm } from "./page-form";
import { useOneSending } from "./use-one-sending";

/** A form that changes something. It is sent once, however often its button is pressed. */
export function PostForm({
  label,
  fields = {},
  children,
  ...form
}: {
  label?: string;
  action?: string;
  className?: string;
  preventScrollReset?: boolean;
  /** Hidden fields, beside the session's token. */
  fields?: Readonly<Record<string, string | number>>;
  /** `isSending` is for the `aria-disabled` of the button. */
  children: (isSending: true | undefined) => ReactNode;
}) {
  const { isSending, onSubmit } = useOneSending();
  return (
    <PageForm {...form} method="post" aria-label={label} onSubmit={onSubmit}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children(isSending)}
    </PageForm>
  );
}
