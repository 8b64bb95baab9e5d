import type { Level } from "../places/hierarchy";
import type { Viewer } from "./viewer";

export type Landing =
  | { page: "users" }
  | { page: "company" }
  | { page: "profile"; level: Exclude<Level, "company">; id: number }
  | { page: "logo" };

/** The landing page of a viewer (R3). An id that is listed twice counts once. */
export function landingPageFor(viewer: Viewer): Landing {
  const { accessLevel } = viewer;
  if (accessLevel === "account_manager") return { page: "users" };
  if (accessLevel === "company" || accessLevel === "admin") {
    return { page: "company" };
  }
  const [id, ...more] = new Set(viewer.accessLevelIds);
  return id === undefined || more.length > 0
    ? { page: "logo" }
    : { page: "profile", level: accessLevel, id };
}
