import { Suspense, memo, type ComponentProps } from "react";
import { latePart } from "~/ui/late-part";
import { EDITOR_ID } from "./editor-address";

/** The form is a part by itself: what it is made of is more than a page may load before it is usable. */
const UserDialog = latePart(
  () => import("./user-editor"),
  (chunk) => chunk.UserDialog,
  EDITOR_ID,
);

const UserPage = latePart(
  () => import("./user-editor"),
  (chunk) => chunk.UserPage,
  EDITOR_ID,
);

/** The memo keeps what the server has rendered, as in the panels of a profile. */
export const LateUserDialog = memo(function LateUserDialog(
  props: ComponentProps<typeof UserDialog>,
) {
  return (
    <Suspense fallback={null}>
      <UserDialog {...props} />
    </Suspense>
  );
});

/** As {@link LateUserDialog}, for the page. */
export const LateUserPage = memo(function LateUserPage(
  props: ComponentProps<typeof UserPage>,
) {
  return (
    <Suspense fallback={null}>
      <UserPage {...props} />
    </Suspense>
  );
});
