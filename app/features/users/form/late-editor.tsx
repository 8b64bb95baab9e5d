import { lazyComponent } from "~/rendering/lazy-component";
import { EDITOR_ID } from "./editor-address";

/** Lazy, because the form is larger than a page may load before it is usable. */
export const LateUserDialog = lazyComponent(
  () => import("./user-editor"),
  (chunk) => chunk.UserDialog,
  EDITOR_ID,
);

export const LateUserPage = lazyComponent(
  () => import("./user-editor"),
  (chunk) => chunk.UserPage,
  EDITOR_ID,
);
