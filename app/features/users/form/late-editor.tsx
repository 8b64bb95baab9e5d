import { lazyComponent } from "~/rendering/lazy-component";
import { EDITOR_ID } from "./editor-address";

/** The form is a part by itself: what it is made of is more than a page may load before it is usable. */
export const LateUserDialog = lazyComponent(
  () => import("./user-editor"),
  (chunk) => chunk.UserDialog,
  EDITOR_ID,
);

/** As {@link LateUserDialog}, for the page that creates a user. */
export const LateUserPage = lazyComponent(
  () => import("./user-editor"),
  (chunk) => chunk.UserPage,
  EDITOR_ID,
);
