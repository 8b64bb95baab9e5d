import { SelectField } from "~/ui/field";

/**
 * A filter by one of some choices, or by none. What was accepted takes the place of what is chosen in it, so it is a new field
 * then.
 */
export function ChoiceFilter<Value extends string>({
  id,
  name = id,
  label,
  chosen,
  any,
  choices,
  textOf,
}: {
  id: string;
  name?: string;
  label: string;
  chosen: Value | null | undefined;
  /** What the choice of none is called. */
  any: string;
  choices: readonly Value[];
  textOf: (value: Value) => string;
}) {
  return (
    <SelectField
      key={chosen}
      id={id}
      name={name}
      label={label}
      defaultValue={chosen ?? ""}
    >
      <option value="">{any}</option>
      {choices.map((value) => (
        <option key={value} value={value}>
          {textOf(value)}
        </option>
      ))}
    </SelectField>
  );
}
