import type { UserBody } from "~/contract/users";
import type { AccessLevel } from "~/domain/access/ranks";
import { idsOfLevel, levelIdsProblem } from "~/features/users/rules/level-ids";
import {
  cleanNames,
  NAME_FIELDS,
  nameProblem,
  type NameField,
} from "~/features/users/rules/name-rules";
import { passwordProblem } from "~/features/users/rules/password-rules";
import { easyPasswordProblem } from "~server/auth/easy-password";
import { refuseField } from "~server/refusal";

export interface WantedUser extends Record<NameField, string> {
  accessLevel: AccessLevel;
  ids: number[];
  isnpOnly: boolean;
}

/** Throws 400 for what is wrong whatever is stored. */
export function readWantedUser(body: UserBody): WantedUser {
  for (const field of NAME_FIELDS) {
    refuseField(field, nameProblem(field, body[field]));
  }
  const ids = idsOfLevel(body.access_level, body);
  refuseField(body.access_level, levelIdsProblem(body.access_level, ids));
  return {
    ...cleanNames(body),
    accessLevel: body.access_level,
    ids,
    isnpOnly: body.isnp_only,
  };
}

export function requireFitPassword(
  password: string,
  username: string,
  { allowsDemoPassword }: { allowsDemoPassword: boolean },
): void {
  refuseField(
    "password",
    passwordProblem(password, { allowsDemo: allowsDemoPassword }) ??
      easyPasswordProblem(password, username),
  );
}
