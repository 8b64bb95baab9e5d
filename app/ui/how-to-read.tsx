/** The one place on a page for the method behind its charts. */
export function HowToRead({
  paragraphs,
  title = "How to read these charts",
}: {
  paragraphs: readonly string[];
  title?: string;
}) {
  return (
    <details className="text-sm print:hidden">
      <summary className="min-h-6 text-accent">{title}</summary>
      <div className="max-w-prose space-y-2 text-muted">
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </details>
  );
}
