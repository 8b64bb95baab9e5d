import { FRAILTY_FILTERS } from "~/domain/frailty";
import { useHydrated } from "~/rendering/hydration";
import { ChoiceLink } from "~/ui/choice-link";
import { LIST_ID, ownHref } from "../profile-links";
import type { ProfileView } from "../profile-view";

/** The patient list's frailty filter: one link for each choice, so that it needs no script. */
export function FrailtyFilterLinks({ view }: { view: ProfileView }) {
  // Without scripts the page loads anew, and should land at the list; with them it stays where it is.
  const landing = useHydrated() ? "" : `#${LIST_ID}`;
  return (
    <nav aria-label="Frailty filter" className="print:hidden">
      <ul className="flex flex-wrap text-sm">
        {FRAILTY_FILTERS.map(({ value, label }) => {
          const isCurrent = view.frailtyFilter === value;
          const href = ownHref(view, {
            frailty: value === "all" ? null : value,
          });
          return (
            <li key={value}>
              <ChoiceLink
                to={`${href}${landing}`}
                isChosen={isCurrent}
                className={`flex min-h-6 min-w-10 items-center justify-center px-2 touch:min-h-10 ${
                  isCurrent
                    ? "border-b-2 border-accent font-semibold text-ink"
                    : "border-b border-hairline text-accent hover:underline"
                }`}
              >
                {label}
              </ChoiceLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
