import { useState } from "react";
import type { AccessLevel } from "~/domain/access/ranks";
import { ACCESS_LEVEL_NAMES } from "../rules/access-level-names";
import type { HeldAccess } from "../rules/form-values";
import { userFormWords } from "../rules/form-words";
import { SelectField } from "~/ui/field";
import { FieldError } from "~/ui/field-error";
import { fieldId } from "./user-form";

const ID = fieldId("accessLevel");

/** The access level: those that can be given, and the one that is given. One's own is told and not asked for. */
export function LevelField({
  level: levelNow,
  offered: offeredToAll,
  held,
  isSelf,
  error,
}: {
  level: string;
  /** Levels that can be given. */
  offered: readonly AccessLevel[];
  held: HeldAccess | null;
  isSelf: boolean;
  error: string | null;
}) {
  // React writes a new default into the field, which would then look unchanged, and be lost with the session.
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
    >
      {held ? null : <option value="">{userFormWords.selectLevel}</option>}
      {offered.map((one) => (
        <option key={one} value={one}>
          {ACCESS_LEVEL_NAMES[one]}
        </option>
      ))}
    </SelectField>
  );
}
