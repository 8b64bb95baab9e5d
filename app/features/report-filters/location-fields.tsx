import { useState } from "react";
import {
  offered,
  type LocationChoice,
  type LocationOption,
  type LocationOptions,
} from "~/domain/places/location-choice";
import type { LocationLevel } from "~/domain/places/hierarchy";
import { SelectField } from "~/ui/field";

const FIELDS: Record<LocationLevel, { label: string; all: string }> = {
  division: { label: "Division", all: "All divisions" },
  region: { label: "Region", all: "All regions" },
  facility: { label: "Facility", all: "All facilities" },
};

/**
 * Lists shrink with the choice above, without scripts when the form is sent (R199). A level with a single place is no
 * choice.
 */
export function LocationFields({
  options,
  choice,
}: {
  options: LocationOptions;
  choice: LocationChoice;
}) {
  // An accepted choice replaces the chosen one.
  const accepted = `${choice.division} ${choice.region} ${choice.facility}`;
  return <Cascade key={accepted} options={options} accepted={choice} />;
}

function Cascade({
  options,
  accepted,
}: {
  options: LocationOptions;
  accepted: LocationChoice;
}) {
  const [chosen, setChosen] = useState(accepted);
  const { region, facility } = offered(options, chosen);
  return (
    <>
      <LocationField
        level="division"
        all={options.division}
        options={options.division}
        chosen={chosen.division}
        onChoose={(division) =>
          setChosen({ division, region: null, facility: null })
        }
      />
      <LocationField
        key={`region ${chosen.division}`}
        level="region"
        all={options.region}
        options={region}
        chosen={chosen.region}
        onChoose={(id) => setChosen({ ...chosen, region: id, facility: null })}
      />
      <LocationField
        key={`facility ${chosen.division} ${chosen.region}`}
        level="facility"
        all={options.facility}
        options={facility}
        chosen={chosen.facility}
        onChoose={(id) => setChosen({ ...chosen, facility: id })}
      />
    </>
  );
}

function LocationField({
  level,
  all,
  options,
  chosen,
  onChoose,
}: {
  level: LocationLevel;
  all: readonly LocationOption[];
  options: readonly LocationOption[];
  chosen: number | null;
  onChoose: (id: number | null) => void;
}) {
  if (all.length < 2) return null;
  return (
    <SelectField
      id={level}
      name={level}
      label={FIELDS[level].label}
      defaultValue={chosen ?? ""}
      onChange={({ target }) =>
        onChoose(target.value === "" ? null : Number(target.value))
      }
      options={[
        ["", FIELDS[level].all],
        ...options.map(({ id, name }) => [id, name] as const),
      ]}
    />
  );
}
