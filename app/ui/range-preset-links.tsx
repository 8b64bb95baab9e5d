import { ChoiceLink } from "./choice-link";

export interface RangePresets {
  /** The current page; its other parameters stay. */
  href: string;
  presets: readonly (readonly [startDate: string, endDate: string])[];
  inForce: { startDate: string; endDate: string };
}

export function RangePresetLinks({
  texts,
  href,
  presets,
  inForce,
}: RangePresets & { texts: readonly string[] }) {
  return (
    <ul className="col-span-full flex w-full flex-wrap gap-x-4">
      {presets.map(([startDate, endDate], at) => {
        const isChosen =
          startDate === inForce.startDate && endDate === inForce.endDate;
        return (
          <li key={texts[at]}>
            <ChoiceLink
              to={withRange(href, startDate, endDate)}
              isChosen={isChosen}
              className={
                isChosen ? "action-link font-semibold text-ink" : "action-link"
              }
            >
              {texts[at]}
            </ChoiceLink>
          </li>
        );
      })}
    </ul>
  );
}

function withRange(href: string, startDate: string, endDate: string): string {
  const [path = "", query] = href.split("?");
  const search = new URLSearchParams(query);
  search.set("startDate", startDate);
  search.set("endDate", endDate);
  search.delete("page");
  // URLSearchParams writes the commas of `mom` as %2C; they may stand in a query as they are.
  return `${path}?${search.toString().replace(/%2C/g, ",")}`;
}
