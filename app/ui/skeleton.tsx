/**
 * Grey bars of the size of what is coming, so that nothing moves when it arrives. Only for navigations that
 * scripts drive: a document from the server is always finished.
 */
export function Skeleton({
  lines = 3,
  label,
}: {
  lines?: number;
  /** Said to those who do not see the bars; left out where the page says once that it loads. */
  label?: string;
}) {
  const bars = (
    <div aria-hidden="true" className="motion-safe:animate-pulse">
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className="flex h-9 items-center">
          <div className="h-4 w-full rounded bg-hairline" />
        </div>
      ))}
    </div>
  );
  return label ? (
    <div aria-live="polite">
      <span className="sr-only">{label}</span>
      {bars}
    </div>
  ) : (
    bars
  );
}
