import { useState } from "react";
import type { LocationLevel } from "~/domain/places/hierarchy";
import { LEVEL_NAMES } from "~/domain/places/level-names";
import type { LocationOptions } from "~/domain/places/location-choice";
import { placeGroups, type PlaceGroup } from "../rules/form-places";
import type { ChosenPlaces } from "../rules/form-values";
import { chosenCount, userFormWords } from "../rules/form-words";
import { FieldError } from "~/ui/field-error";
import { fieldId } from "./user-form";

/**
 * Boxes for the places of a level, under the names of what they lie in; a long list scrolls in its frame. It is another one
 * where its choices are others: what is ticked is the browser's own.
 */
export function PlaceBoxes({
  level,
  chosen: chosenNow,
  options,
  error,
}: {
  level: LocationLevel;
  chosen: ChosenPlaces;
  options: LocationOptions;
  error: string | null;
}) {
  // React writes a new default into the boxes, which would then look unchanged, and be lost with the session.
  const [chosen] = useState(chosenNow);
  const id = fieldId(level);
  const groups = placeGroups(
    level,
    chosen,
    options,
    userFormWords.notInOrganization,
  );
  const places = groups.flatMap((group) => group.places);
  return (
    <fieldset
      className="min-w-0"
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <LegendWithCount
        level={level}
        chosen={chosenNow[level].length}
        all={places.length}
      />
      {places.length > 0 ? (
        <div
          className={`max-h-64 space-y-2 overflow-y-auto overscroll-contain rounded px-3 py-1 ${error ? "border-2 border-bad" : "border border-control"}`}
        >
          {groups.map((group, index) => (
            <BoxesOfGroup
              key={group.key}
              group={group}
              level={level}
              chosen={chosen[level]}
              firstId={index === 0 ? id : undefined}
              isInvalid={error !== null}
            />
          ))}
        </div>
      ) : (
        <p
          id={id}
          tabIndex={-1}
          className="min-h-9 rounded border border-dashed border-hairline px-3 py-1 text-muted"
        >
          {emptyText(level, chosen)}
        </p>
      )}
      <FieldError id={id} error={error} />
    </fieldset>
  );
}

function LegendWithCount({
  level,
  chosen,
  all,
}: {
  level: LocationLevel;
  chosen: number;
  all: number;
}) {
  return (
    <legend className="mb-1 flex w-full flex-wrap justify-between gap-x-2 text-sm font-medium">
      {/* The blank is for text browsers, which know no columns. */}
      {`${LEVEL_NAMES[level]} `}
      {all > 0 ? (
        <span className="font-normal text-muted">
          {chosenCount(chosen, all)}
        </span>
      ) : null}
    </legend>
  );
}

function BoxesOfGroup({
  group: { key, label, places },
  level,
  chosen,
  firstId,
  isInvalid,
}: {
  group: PlaceGroup;
  level: LocationLevel;
  chosen: readonly number[];
  firstId: string | undefined;
  isInvalid: boolean;
}) {
  const labelId = `${fieldId(level)}-of-${key}`;
  return (
    <div {...(label !== null && { role: "group", "aria-labelledby": labelId })}>
      {label === null ? null : (
        <p id={labelId} className="text-sm text-muted">
          {label}
        </p>
      )}
      {places.map(({ id, name }, index) => (
        <label
          key={id}
          className="flex min-h-6 items-center gap-2 py-0.5 touch:min-h-10"
        >
          <input
            id={index === 0 ? firstId : undefined}
            type="checkbox"
            name={level}
            value={id}
            defaultChecked={chosen.includes(id)}
            aria-invalid={isInvalid || undefined}
            className="h-5 w-5 shrink-0 accent-accent"
          />
          <span className="min-w-0">{name}</span>
        </label>
      ))}
    </div>
  );
}

function emptyText(level: LocationLevel, chosen: ChosenPlaces): string {
  const { nothingAbove, noneThere } = userFormWords;
  if (level === "region" && chosen.division.length === 0) {
    return nothingAbove.region;
  }
  if (level === "facility" && chosen.region.length === 0) {
    return nothingAbove.facility;
  }
  return noneThere[level];
}
