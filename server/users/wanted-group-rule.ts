import type { AccessLevel } from "~/domain/access/ranks";
import {
  cleanGroupText,
  groupLabelProblem,
  groupNameProblem,
} from "~/features/groups/rules/name-rules";
import {
  idsOfLevel,
  levelIdsProblem,
  type GivenIds,
} from "~/features/users/rules/level-ids";
import { refuseField } from "~server/refusal";

export interface WantedGroupRule {
  name: string;
  label: string;
  accessLevel: AccessLevel;
  ids: number[];
  isnpOnly: boolean;
}

interface GivenGroupRule
  extends
    Omit<WantedGroupRule, "ids">,
    Pick<GivenIds, "division" | "region" | "facility"> {}

/** Throws 400 for what is wrong whatever is stored. */
export function readWantedGroupRule(given: GivenGroupRule): WantedGroupRule {
  refuseField("name", groupNameProblem(given.name));
  refuseField("label", groupLabelProblem(given.label));
  const { accessLevel, isnpOnly } = given;
  const ids = idsOfLevel(accessLevel, given);
  refuseField(accessLevel, levelIdsProblem(accessLevel, ids));
  return {
    name: cleanGroupText(given.name),
    label: cleanGroupText(given.label),
    accessLevel,
    ids,
    isnpOnly,
  };
}
