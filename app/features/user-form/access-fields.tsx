import { useState } from "react";
import { placesOfLevel } from "~/domain/users/user-form-places";
import type { UserFieldErrors } from "~/domain/users/user-form-values";
import {
  clearedWords,
  updateWords,
  userFormWords,
} from "~/domain/users/user-form-words";
import { Button } from "~/ui/button";
import { updateButton } from "~/ui/update-only";
import { CheckboxField } from "~/ui/field";
import { useHydrated } from "~/ui/hydration";
import { ACCESS_ID } from "./editor-address";
import { LevelField } from "./level-field";
import { PhysicianField, type PhysicianFieldProps } from "./physician-field";
import { PlaceBoxes } from "./place-boxes";
import { FORM_FIELDS, type UserFormData } from "./user-form";

/** What the user may see: the access level first, then what belongs to it (R215). */
export function AccessFields({
  data,
  errors,
  ...search
}: {
  data: Omit<UserFormData, "form">;
  errors: UserFieldErrors;
} & Omit<PhysicianFieldProps, "error">) {
  const { view, updateHref } = search;
  const isHydrated = useHydrated();
  const [isnpAtFirst] = useState(view.values.isnpOnly);
  const { options, held, isSelf } = data;
  const { accessLevel, division, region, facility } = view.values;
  const chosen = { division, region, facility };
  const madeFor = {
    division: accessLevel,
    region: `${accessLevel} ${division.join(" ")}`,
    facility: `${accessLevel} ${division.join(" ")} ${region.join(" ")}`,
  };
  const levels = placesOfLevel(accessLevel);
  const cleared = clearedWords(view.cleared);
  return (
    <div id={ACCESS_ID} className="space-y-4">
      <div>
        <div className="grid items-start gap-4 *:min-w-0 sm:grid-cols-2 lg:grid-cols-3">
          <LevelField
            level={accessLevel}
            held={held}
            isSelf={isSelf}
            error={errors.accessLevel ?? null}
          />
          <div className="sm:pt-6">
            <CheckboxField
              id="editor-isnpOnly"
              name="isnpOnly"
              value="true"
              label={userFormWords.isnpOnly}
              defaultChecked={isnpAtFirst}
            />
          </div>
        </div>
        <p aria-live="polite" className="text-sm text-muted">
          {cleared === "" ? null : (
            <span className="mt-3 block">{cleared}</span>
          )}
        </p>
      </div>
      <input type="hidden" name={FORM_FIELDS.placesOf} value={accessLevel} />
      <input
        type="hidden"
        name={FORM_FIELDS.regionsOf}
        value={division.join(" ")}
      />
      <input
        type="hidden"
        name={FORM_FIELDS.facilitiesOf}
        value={region.join(" ")}
      />
      {levels.length > 0 ? (
        <div className="grid items-start gap-4 *:min-w-0 sm:grid-cols-2 lg:grid-cols-3">
          {levels.map((level) => (
            <PlaceBoxes
              key={`${level} ${madeFor[level]}`}
              level={level}
              chosen={chosen}
              options={options}
              error={errors[level] ?? null}
            />
          ))}
        </div>
      ) : null}
      {accessLevel === "physician" ? (
        <PhysicianField {...search} error={errors.physician ?? null} />
      ) : null}
      {isHydrated ? null : (
        <div className="scripted:hidden">
          <Button
            {...updateButton(
              updateHref,
              updateWords({ levels, hasDivision: division.length > 0 }),
            )}
            aria-describedby="editor-update-hint"
            className="!whitespace-normal"
          />
          <p id="editor-update-hint" className="mt-1 text-sm text-muted">
            {userFormWords.updateHint}
          </p>
        </div>
      )}
    </div>
  );
}
