import { ChoiceLink } from "./choice-link";

interface Preset {
  text: string;
  startDate: string;
  endDate: string;
  isChosen: boolean;
}

export interface RangePresets {
  /** The page as it is, whose other parameters stay. */
  href: string;
  presets: readonly Preset[];
}

/** Ranges that one link each chooses, under the dates of a filter form (R351). */
export function RangePresetLinks({
  label,
  href,
  presets,
}: RangePresets & { label: string }) {
  return (
    <nav aria-label={label} className="col-span-full w-full">
      <ul className="flex flex-wrap gap-x-4">
        {presets.map((preset) => (
          <li key={preset.text}>
            <ChoiceLink
              to={withRange(href, preset)}
              isChosen={preset.isChosen}
              className={`action-link ${preset.isChosen ? "font-semibold text-ink" : ""}`}
            >
              {preset.text}
            </ChoiceLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Another range has other pages of its list. */
function withRange(href: string, { startDate, endDate }: Preset): string {
  const [path = "", query] = href.split("?");
  const search = new URLSearchParams(query);
  search.set("startDate", startDate);
  search.set("endDate", endDate);
  search.delete("page");
  // URLSearchParams writes the commas of `mom` as %2C; they may stand in a query as they are.
  return `${path}?${search.toString().replace(/%2C/g, ",")}`;
}
