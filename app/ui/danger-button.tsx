import type { ButtonHTMLAttributes } from "react";

/** A button of its own, so that pages without danger do not load it. */
export function DangerButton(
  props: Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className" | "type">,
) {
  return (
    <button
      {...props}
      type="submit"
      className="inline-flex min-h-9 items-center justify-center whitespace-nowrap rounded border border-bad bg-paper px-4 py-1 font-medium text-bad hover:bg-bad-wash touch:min-h-10 print:hidden"
    />
  );
}
