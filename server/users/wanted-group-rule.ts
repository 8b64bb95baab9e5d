import type { GroupRuleBody } from "~/contract/group-rules";
import type { AccessLevel } from "~/domain/access/ranks";
import {
  cleanGroupText,
  groupLabelProblem,
  groupNameProblem,
} from "~/domain/group-rules/group-name-rules";
import { idsOfLevel, levelIdsProblem } from "~/domain/users/level-ids";
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

/** Reads the body of a creation or change. Throws 400 for what no group may be, whatever there is already. */
export function readWantedGroupRule(body: GroupRuleBody): WantedGroupRule {
  refuseField("name", groupNameProblem(body.name));
  refuseField("label", groupLabelProblem(body.label));
  const ids = idsOfLevel(body.access_level, body);
  refuseField(body.access_level, levelIdsProblem(body.access_level, ids));
  return {
    name: cleanGroupText(body.name),
    label: cleanGroupText(body.label),
    accessLevel: body.access_level,
    ids,
    isnpOnly: body.isnp_only,
  };
}
