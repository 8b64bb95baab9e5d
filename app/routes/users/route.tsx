import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getUsers } from "~/contract/users";
import { panelOf } from "~/data/panel.server";
import { messages } from "~/domain/messages";
import { pageTitle } from "~/features/shell/page-title";
import { paths } from "~/paths";
import { freshnessFor } from "~/session/freshness.server";
import { guardPage } from "~/session/guard-page.server";
import { requireUser } from "~/session/require-user.server";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { ErrorState } from "~/ui/error-state";
import { DataTable, type TableColumn } from "~/ui/table";
import { userRows, type UserRow } from "./user-row";

const TITLE = "User Management";

export async function loader({ request }: LoaderFunctionArgs) {
  const signedIn = await requireUser(request);
  await guardPage(signedIn, { page: "users" });
  const [outcome, organization] = await Promise.all([
    signedIn.call(getUsers, {}),
    signedIn.organization(),
  ]);
  const texts = {
    systemError: messages.panel.error,
    shapeError: messages.panel.error,
  };
  return {
    users: panelOf(outcome, texts, ({ users }) =>
      userRows(users, organization),
    ),
    freshness: freshnessFor(
      signedIn,
      outcome.kind === "data" ? (outcome.answer.lastUpdated ?? null) : null,
    ),
  };
}

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  { title: pageTitle(matches, TITLE) },
];

const COLUMNS: TableColumn<UserRow>[] = [
  { key: "name", label: "Name", cell: (row) => row.name },
  { key: "username", label: "Username", cell: (row) => row.username },
  { key: "level", label: "Access level", cell: (row) => row.accessLevel },
  { key: "location", label: "Location", cell: (row) => row.location },
];

export default function UsersRoute() {
  const { users } = useLoaderData<typeof loader>();
  return (
    <>
      <h1 className="mb-4 text-2xl font-semibold">{TITLE}</h1>
      <Card headingId="users-heading" heading="Users">
        {users.state === "error" ? (
          <ErrorState message={users.message} retryHref={paths.users} />
        ) : null}
        {users.state === "empty" ? (
          <EmptyState message={messages.panel.empty} />
        ) : null}
        {users.state === "data" ? (
          <DataTable
            id="users"
            title="Users"
            columns={COLUMNS}
            rows={users.data}
            rowKey={(row) => row.id}
          />
        ) : null}
      </Card>
    </>
  );
}
