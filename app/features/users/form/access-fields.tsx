import type { UserFormData } from "./load-user-form.server";
import { type ReactNode, useState } from "react";
import type { AccessLevel } from "~/domain/access/ranks";
import type { LocationLevel } from "~/domain/places/hierarchy";
import { ACCESS_LEVEL_NAMES } from "~/features/users/rules/access-level-names";
import {
  placesOfLevel,
  placeGroups,
  type PlaceGroup,
  type HeldAccess,
  type TypedAccess,
  type UserFieldErrors,
  type ChosenPlaces,
} from "~/features/users/rules/form-places";
import {
  clearedWords,
  updateWords,
  userFormWords,
  chosenCount,
} from "~/features/users/rules/form-words";
import { CheckboxField, SelectField } from "~/ui/field";
import { FieldError } from "~/ui/field-error";
import { UpdateButton } from "~/ui/form-buttons";
import { ACCESS_ID } from "./editor-address";
import { fieldId, FORM_FIELDS } from "./user-form";
import { LEVEL_NAMES } from "~/domain/places/level-names";
import type { LocationOptions } from "~/domain/places/location-choice";

const ID = fieldId("accessLevel");

function LevelField({
  level: levelNow,
  offered: offeredToAll,
  held,
  isSelf,
  error,
}: {
  level: string;
  offered: readonly AccessLevel[];
  held: HeldAccess | null;
  isSelf: boolean;
  error: string | null;
}) {
  // Keep the first default: with a new one the entry would look unchanged, and be lost with the session.
  const [level] = useState(levelNow);
  if (held && isSelf) {
    return (
      <div>
        <p className="mb-1 text-sm font-medium">{userFormWords.accessLevel}</p>
        <p id={ID} tabIndex={-1}>
          {ACCESS_LEVEL_NAMES[held.accessLevel]}
        </p>
        <p className="mt-1 text-sm text-muted">{userFormWords.ownLevelHint}</p>
        <input type="hidden" name="accessLevel" value={held.accessLevel} />
        <FieldError id={ID} error={error} />
      </div>
    );
  }
  const isKept = held && !offeredToAll.includes(held.accessLevel);
  const offered = [...offeredToAll, ...(isKept ? [held.accessLevel] : [])];
  return (
    <SelectField
      id={ID}
      name="accessLevel"
      label={userFormWords.accessLevel}
      error={error}
      defaultValue={level}
      aria-required
      options={[
        ...(held ? [] : [["", userFormWords.selectLevel] as const]),
        ...offered.map((one) => [one, ACCESS_LEVEL_NAMES[one]] as const),
      ]}
    />
  );
}

interface AccessFieldsProps {
  data: Pick<UserFormData, "options" | "held" | "isSelf">;
  view: { values: TypedAccess; cleared: readonly LocationLevel[] };
  errors: UserFieldErrors;
  offered: readonly AccessLevel[];
  updateHref: string;
  children?: ReactNode;
}

/** The access level and the places that belong to it (R215). Used for users and groups. */
export function AccessFields({
  data,
  view,
  errors,
  offered,
  updateHref,
  children,
}: AccessFieldsProps) {
  const { values } = view;
  const [isIsnpAtFirst] = useState(values.isnpOnly);
  const levels = placesOfLevel(values.accessLevel);
  const cleared = clearedWords(view.cleared);
  return (
    <div id={ACCESS_ID} className="space-y-4">
      <div>
        <div className={COLUMNS}>
          <LevelField
            level={values.accessLevel}
            offered={offered}
            held={data.held}
            isSelf={data.isSelf}
            error={errors.accessLevel ?? null}
          />
          <div className="sm:pt-6">
            <CheckboxField
              id="editor-isnpOnly"
              name="isnpOnly"
              value="true"
              label={userFormWords.isnpOnly}
              defaultChecked={isIsnpAtFirst}
            />
          </div>
        </div>
        <p aria-live="polite" className="text-sm text-muted">
          {cleared === "" ? null : (
            <span className="mt-2 block">{cleared}</span>
          )}
        </p>
      </div>
      {/* The server clears the places that were chosen for another level or parent. */}
      <input
        type="hidden"
        name={FORM_FIELDS.placesOf}
        value={values.accessLevel}
      />
      <input
        type="hidden"
        name={FORM_FIELDS.regionsOf}
        value={values.division.join(" ")}
      />
      <input
        type="hidden"
        name={FORM_FIELDS.facilitiesOf}
        value={values.region.join(" ")}
      />
      {levels.length > 0 ? (
        <div className={COLUMNS}>
          {levels.map((level) => (
            <PlaceBoxes
              key={`${level} ${basisOf(values)[level]}`}
              level={level}
              chosen={values}
              options={data.options}
              error={errors[level] ?? null}
            />
          ))}
        </div>
      ) : null}
      {children}
      <UpdateButton
        href={updateHref}
        words={updateWords({ levels, hasDivision: values.division.length > 0 })}
        hintId="editor-update-hint"
        hint={userFormWords.updateHint}
        className="!whitespace-normal"
      />
    </div>
  );
}

const COLUMNS =
  "grid items-start gap-4 *:min-w-0 sm:grid-cols-2 lg:grid-cols-3";

function basisOf({ accessLevel, division, region }: TypedAccess) {
  return {
    division: accessLevel,
    region: `${accessLevel} ${division.join(" ")}`,
    facility: `${accessLevel} ${division.join(" ")} ${region.join(" ")}`,
  };
}

function PlaceBoxes({
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
  // Keep the first default: with a new one the entry would look unchanged, and be lost with the session.
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
      <legend className="mb-1 flex w-full flex-wrap justify-between gap-x-2 text-sm font-medium">
        {/* The blank is for text browsers, which know no columns. */}
        {`${LEVEL_NAMES[level]} `}
        {places.length > 0 ? (
          <span className="font-normal text-muted">
            {chosenCount(chosenNow[level].length, places.length)}
          </span>
        ) : null}
      </legend>
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
          className="min-h-9 rounded border border-hairline px-3 py-1 text-muted"
        >
          {emptyText(level, chosen)}
        </p>
      )}
      <FieldError id={id} error={error} />
    </fieldset>
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
