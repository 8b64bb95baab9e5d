import { SelectField } from "~/ui/field";

/** An accepted value remounts the field. */
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
      options={[
        ["", any],
        ...choices.map((value) => [value, textOf(value)] as const),
      ]}
    />
  );
}
