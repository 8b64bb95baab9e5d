import { LEVELS } from "~/domain/places/hierarchy";
import type { OpenedFrom } from "~/review-paths";
import { REVIEW_LISTS } from "./rules/lists";

const ID = /^\d{1,15}$/;

/** The list that an address names. What cannot be used of it counts as not said. */
export function readOpenedFrom(search: URLSearchParams): OpenedFrom {
  const level = LEVELS.find((one) => one === search.get("level"));
  const id = search.get("id") ?? "";
  const list = REVIEW_LISTS.find((one) => one === search.get("list"));
  return {
    ...(level && ID.test(id) && { level, id: Number(id) }),
    ...(list && { list }),
  };
}
