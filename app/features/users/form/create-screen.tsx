import { useLocation } from "@remix-run/react";
import { lazyComponent } from "~/rendering/lazy-component";
import { Breadcrumbs } from "~/ui/breadcrumbs";
import { createUser } from "~/user-paths";
import { userFormWords } from "../rules/form-words";
import { userTitles } from "../rules/titles";
import { EDITOR_ID, usersHref } from "./editor-address";
import { useEditorProps, useLikeKey } from "./screens";

const LateUserPage = lazyComponent(
  () => import("./user-editor"),
  (chunk) => chunk.UserPage,
  EDITOR_ID,
);

/** A file of its own: pages of groups load what the others have in common. */
export function CreateUserScreen() {
  const props = useEditorProps();
  const key = useLikeKey();
  const title = userFormWords.createPage;
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: userTitles.all, href: usersHref(useLocation().search) },
          { label: title, current: true },
        ]}
      />
      <h1 className="mb-4 text-2xl font-semibold">{title}</h1>
      {props ? (
        <LateUserPage
          {...props}
          key={key}
          title={title}
          path={createUser}
          routeId="routes/user.create"
        />
      ) : null}
    </>
  );
}
