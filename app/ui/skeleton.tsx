/** Only for navigations by scripts: a document from the server is always finished. */
export function Skeleton({
  lines = 3,
  label,
}: {
  lines?: number;
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
