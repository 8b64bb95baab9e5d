import type { MetaFunction } from "@remix-run/node";
import {
  useActionData,
  useLoaderData,
  useLocation,
  useParams,
} from "@remix-run/react";
import { groupPageWords as words } from "~/features/groups/rules/page-words";
import { userTitles } from "~/features/users/rules/titles";
import { pageTitle } from "~/features/shell/page-title";
import { paths } from "~/paths";
import { Breadcrumbs } from "~/ui/breadcrumbs";
import { lazyComponent } from "~/rendering/lazy-component";
import { groups } from "~/user-paths";
import { GROUP_EDITOR_ID, NEW_GROUP } from "~/features/groups/form/form-ids";
import type { GroupAnswer } from "~/features/groups/form/form-values";
import {
  loadGroupForm,
  saveGroup,
} from "~/features/groups/form/save-group.server";

export { links } from "~/reports-and-users-sheet";

const LateGroupForm = lazyComponent(
  () => import("~/features/groups/form/group-form"),
  (chunk) => chunk.GroupForm,
  GROUP_EDITOR_ID,
);

export { loadGroupForm as loader, saveGroup as action };

export const meta: MetaFunction<typeof loadGroupForm> = ({
  matches,
  params,
}) => [{ title: pageTitle(matches, titleOf(params.id)) }];

export default function GroupRoute() {
  const data = useLoaderData<typeof loadGroupForm>();
  const answer = useActionData<GroupAnswer>() ?? null;
  const { id } = useParams();
  const { pathname } = useLocation();
  const title = titleOf(id);
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: userTitles.all, href: paths.users },
          { label: words.title, href: groups },
          { label: title, current: true },
        ]}
      />
      <h1 className="mb-4 text-2xl font-semibold">{title}</h1>
      <LateGroupForm
        // Another group's form is another one.
        key={id}
        id={GROUP_EDITOR_ID}
        title={title}
        data={data}
        answer={answer}
        path={pathname}
      />
    </>
  );
}

function titleOf(id: string | undefined): string {
  return id === NEW_GROUP ? "Add Group" : "Edit Group";
}
