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

/** A group of the table as somebody wants it to be. */
export interface WantedGroupRule {
  name: string;
  label: string;
  accessLevel: AccessLevel;
  /** Of that level, each once. */
  ids: number[];
  isnpOnly: boolean;
}

/** A group as its form gives it: the ids of its level alone count. */
interface GivenGroupRule
  extends
    Omit<WantedGroupRule, "ids">,
    Pick<GivenIds, "division" | "region" | "facility"> {}

/** Reads what is given for a creation or change. Throws 400 for what no group may be, whatever there is already. */
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
