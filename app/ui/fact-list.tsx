import type { Fact } from "./facts";

export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
      {facts.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="min-w-0 max-w-prose whitespace-pre-line">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
