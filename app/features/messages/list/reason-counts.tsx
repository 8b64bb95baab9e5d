import { feedWords } from "../rules/feed-words";
import { useHydrated } from "~/rendering/hydration";
import { TEXT_LINK } from "~/ui/link-classes";
import { PageLink } from "~/ui/page-link";
import type { ReasonCount } from "./view";

/** Why messages wait or cannot be used, most first; each reason leads to its messages. */
export function ReasonCounts({
  counts,
  resultId,
}: {
  counts: readonly ReasonCount[];
  /** Where the page lands without scripts. */
  resultId: string;
}) {
  const landing = useHydrated() ? "" : `#${resultId}`;
  if (counts.length === 0) return null;
  return (
    <nav aria-label={feedWords.messages.counts}>
      <ul className="mb-3 flex flex-wrap gap-x-4 text-sm text-muted">
        {counts.map(({ text, href, isShown }) => (
          <li key={text}>
            {href === null ? (
              text
            ) : (
              <PageLink
                to={href + landing}
                preventScrollReset
                className={TEXT_LINK}
                aria-current={isShown ? "true" : undefined}
              >
                {text}
              </PageLink>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
