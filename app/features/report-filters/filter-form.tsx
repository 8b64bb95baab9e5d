import { PageForm } from "~/ui/page-form";
import type { ReactNode } from "react";
import type { DateRange } from "~/domain/filters";
import { messages } from "~/domain/messages";
import { Button, LinkButton } from "~/ui/button";
import { Field, SelectField } from "~/ui/field";
import {
  FilterDetails,
  FILTER_NOTES_ID,
  FilterNotes,
} from "~/ui/filter-details";
import { RangePresetLinks, type RangePresets } from "~/ui/range-preset-links";
import { useAcceptedFields } from "~/ui/use-accepted-fields";

const texts = messages.profile;

/** Go on from one view to the next. */
export type HiddenFields = Record<string, string | null | undefined>;

const HINT_ID = "filter-dates-hint";

/** Keeps its state in the query. `children` get the key for fields with a state of their own. */
export function FilterForm({
  action,
  className,
  hidden,
  clearHref,
  notes,
  presets,
  hasDates,
  inForce,
  submit = texts.submit,
  children,
}: {
  action: string;
  className: string;
  hidden: HiddenFields;
  /** The unfiltered list; null if the list has a link to it. */
  clearHref: string | null;
  notes?: readonly string[];
  presets?: RangePresets;
  hasDates?: boolean;
  inForce?: readonly string[];
  submit?: string;
  children: (round: number) => ReactNode;
}) {
  const { formProps, round } = useAcceptedFields();
  const form = (
    <>
      <PageForm
        {...formProps}
        action={action}
        aria-label="Filters"
        className={className}
      >
        {children(round)}
        {Object.entries(hidden).map(([name, value]) =>
          value ? (
            <input key={name} type="hidden" name={name} value={value} />
          ) : null,
        )}
        <Button variant="primary">{submit}</Button>{" "}
        {clearHref === null ? null : <ClearLink to={clearHref} />}
        {/* Browsers that run our scripts have pickers that show their own format. */}
        {hasDates ? (
          <p
            id={HINT_ID}
            className="col-span-full text-sm text-muted scripted:hidden sm:py-2"
          >
            {texts.typedDate}
          </p>
        ) : null}
        {presets ? (
          <RangePresetLinks texts={texts.rangePresets} {...presets} />
        ) : null}
      </PageForm>
      {notes ? <FilterNotes notes={notes} /> : null}
    </>
  );
  return inForce ? (
    <FilterDetails inForce={inForce} isOpen={Boolean(notes?.length)}>
      {form}
    </FilterDetails>
  ) : (
    form
  );
}

export function ClearLink({ to }: { to: string }) {
  return (
    <LinkButton
      variant="quiet"
      className="sm:min-h-9"
      to={to}
      preventScrollReset
    >
      {messages.panel.clearFilters}
    </LinkButton>
  );
}

export function RangeFields({
  range,
  notes,
}: {
  range: DateRange;
  notes: readonly string[];
}) {
  const describedBy = notes.length > 0 ? FILTER_NOTES_ID : HINT_ID;
  const fields = [
    ["startDate", texts.fromDate],
    ["endDate", texts.toDate],
  ] as const;
  return fields.map(([name, label]) => (
    <Field key={name} id={name} label={label}>
      {(control) => (
        <input
          {...control}
          type="date"
          name={name}
          defaultValue={range[name]}
          aria-describedby={describedBy}
        />
      )}
    </Field>
  ));
}

export function IsnpField({
  isnp,
  isFixed,
}: {
  isnp: boolean;
  isFixed: boolean;
}) {
  if (isFixed) return <p className="py-2 font-medium">{texts.isnpOnly}</p>;
  return (
    <SelectField
      key={String(isnp)}
      id="isnp"
      name="isnp"
      label="ISNP"
      defaultValue={String(isnp)}
      options={[
        ["false", "All patients"],
        ["true", texts.isnpOnly],
      ]}
    />
  );
}
