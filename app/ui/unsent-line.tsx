/** Marks the form, too: nothing of it has been sent. */
export function UnsentLine({ unsent }: { unsent: string | null }) {
  return (
    <p
      aria-live="polite"
      data-unsent={unsent ? "" : undefined}
      className={
        unsent
          ? "rounded border border-accent bg-accent-wash px-3 py-2 text-sm"
          : "sr-only"
      }
    >
      {unsent}
    </p>
  );
}
