/** Says in a form that its entries were put back, and marks it: nothing of it has been sent. */
export function UnsentLine({ told }: { told: string | null }) {
  return (
    <p
      aria-live="polite"
      data-unsent={told ? "" : undefined}
      className={
        told
          ? "rounded border border-accent bg-accent-wash px-3 py-2 text-sm"
          : "sr-only"
      }
    >
      {told}
    </p>
  );
}
