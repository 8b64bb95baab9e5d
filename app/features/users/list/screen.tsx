import { ClearLink, FilterForm } from "~/features/report-filters/filter-form";
import { ChoiceFilter } from "~/features/report-filters/choice-filter";
import { PageLink } from "~/ui/page-link";
import { Fragment } from "react";
import { messages } from "~/domain/messages";
import {
  USER_COLUMN_LABELS,
  userListWords as words,
  LOGIN_FILTER_NAMES,
  type UserListColumn,
  type UserListQuery,
  isDefaultSort,
  LOGIN_FILTERS,
  userListQuery,
} from "../rules/list-words";
import { userPath, usersFromFile, addUser } from "~/user-paths";
import { Card } from "~/ui/card";
import { ListStates } from "~/ui/list-states";
import { Pager } from "~/ui/pager";
import { DataTable } from "~/ui/table";
import { columnsOf, type TableColumn } from "~/ui/table-body";
import type { UserListView, UserRow, loadUsers } from "./load-users.server";
import { ACCESS_LEVELS } from "~/domain/access/ranks";
import { LONGEST_SEARCH } from "~/features/search/rules/text";
import { ACCESS_LEVEL_NAMES } from "../rules/access-level-names";
import { paths } from "~/paths";
import { TextField } from "~/ui/field";
import { Notice } from "~/ui/notice";
import { Outlet, useLoaderData } from "@remix-run/react";
import { userTitles } from "../rules/titles";
import { LinkButton } from "~/ui/button";

export function UsersScreen() {
  const { view } = useLoaderData<typeof loadUsers>();
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h1 className="min-w-0 text-2xl font-semibold">{userTitles.all}</h1>
        <div className="flex flex-wrap gap-2">
          <LinkButton
            id="add-user"
            variant="primary"
            to={userListHref(view.query, addUser)}
            preventScrollReset
          >
            {userTitles.add}
          </LinkButton>{" "}
          {view.hasOwnPages ? (
            <LinkButton
              to={usersFromFile}
              className="max-w-full !whitespace-normal"
            >
              {userTitles.fromFile}
            </LinkButton>
          ) : null}
        </div>
      </div>
      <Outlet />
      {view.emergency ? (
        <Notice tone="warning">
          {words.emergencyLogins} {view.emergency.text}.{" "}
          <PageLink to={view.emergency.href} className="action-link">
            {words.emergencyTrail}
          </PageLink>
        </Notice>
      ) : null}
      {view.lacksEmergency ? (
        <Notice tone="warning">{words.lacksEmergency}</Notice>
      ) : null}
      <UserFilters view={view} />
      <UserTable view={view} />
    </div>
  );
}

export function UserFilters({ view }: { view: UserListView }) {
  const { text, level, login, sort } = view.query;
  const canClear = isFiltered(view.query) && view.table.state !== "empty";
  return (
    <FilterForm
      action={paths.users}
      className="flex flex-wrap items-end gap-4 print:hidden"
      hidden={
        isDefaultSort(sort) ? {} : { sort: sort.column, dir: sort.direction }
      }
      clearHref={canClear ? unfilteredHref(view) : null}
      submit={words.submit}
    >
      {() => (
        <>
          <div className="min-w-0 flex-1 basis-64">
            <TextField
              id="user-search"
              type="search"
              name="q"
              label={words.search}
              hint={words.searchHint}
              defaultValue={text}
              maxLength={LONGEST_SEARCH}
              autoComplete="off"
              spellCheck={false}
            />
          </div>
          <div className="min-w-0 basis-48">
            <ChoiceFilter
              id="user-level"
              name="level"
              label={words.level}
              chosen={level}
              any={words.allLevels}
              choices={ACCESS_LEVELS}
              textOf={(one) => ACCESS_LEVEL_NAMES[one]}
            />
          </div>
          {view.hasOwnPages ? (
            <div className="min-w-0 basis-48">
              <ChoiceFilter
                id="user-login"
                name="login"
                label={words.login}
                chosen={login}
                any={words.anyLogin}
                choices={LOGIN_FILTERS}
                textOf={(one) => LOGIN_FILTER_NAMES[one]}
              />
            </div>
          ) : null}
        </>
      )}
    </FilterForm>
  );
}

function unfilteredHref({ query: { sort } }: UserListView): string {
  return userListHref({ text: "", level: null, login: null, sort, page: 1 });
}

function isFiltered({ text, level, login }: UserListQuery): boolean {
  return text !== "" || level !== null || login !== null;
}

function userListHref(
  query: UserListQuery,
  path: string = paths.users,
): string {
  return path + userListQuery(query);
}

export function UserTable({ view }: { view: UserListView }) {
  const { query, table } = view;
  return (
    <Card
      headingId="users-heading"
      heading={words.heading}
      aside={
        <p aria-live="polite" className="text-sm text-muted">
          {table.state === "data" ? table.count : null}
        </p>
      }
    >
      {/* In the page before it has text, so screen readers announce it. */}
      <div aria-live="polite">
        <ListStates
          list={table}
          href={userListHref(query)}
          empty={isFiltered(query) ? messages.panel.empty : words.none}
          wayOut={
            isFiltered(query) ? <ClearLink to={unfilteredHref(view)} /> : null
          }
        >
          {() => null}
        </ListStates>
      </div>
      {table.state === "data" ? (
        <div className="space-y-3">
          <DataTable
            id="users"
            title={words.heading}
            columns={columnsFor(view)}
            rows={table.rows}
            rowKey={(row) => row.id}
            blocksBelow="1024px"
            page={table.page}
            sort={query.sort}
            sortHref={(column, direction) =>
              userListHref({
                ...query,
                sort: { column: column as UserListColumn, direction },
                page: 1,
              })
            }
          />
          <Pager
            label={words.pages}
            page={table.page}
            pages={table.pages}
            hrefOf={(page) => userListHref({ ...query, page })}
          />
        </div>
      ) : null}
    </Card>
  );
}

function columnsFor({
  query,
  hasOwnPages,
  hasOrganisation,
}: UserListView): TableColumn<UserRow>[] {
  const columns: TableColumn<UserRow>[] = [
    ...SORTED_COLUMNS.map((column) => ({ ...column, sortable: true })),
    {
      key: "factor",
      label: levelHead(words.secondFactor),
      labelText: words.secondFactor,
      cell: ({ hasFactor }) =>
        hasFactor ? (
          words.hasFactor
        ) : (
          <span className="text-muted">{words.hasNoFactor}</span>
        ),
    },
    {
      key: "organisation",
      label: levelHead(words.organisation),
      labelText: words.organisation,
      cell: (row) => <Organisation row={row} query={query} />,
    },
    {
      key: "actions",
      label: <span className="sr-only">{words.actions}</span>,
      labelText: words.actions,
      unlabelled: true,
      cell: (row) => (
        <Actions row={row} query={query} hasOwnPages={hasOwnPages} />
      ),
    },
  ];
  return columns.filter(({ key }) =>
    key === "organisation"
      ? hasOrganisation
      : hasOwnPages || !["login", "factor"].includes(key),
  );
}

const SORTED_COLUMNS: TableColumn<UserRow>[] = columnsOf(USER_COLUMN_LABELS, {
  name: ({ name, isOwn }) => (
    <>
      {name}
      {isOwn ? <span className="text-muted"> {words.you}</span> : null}
    </>
  ),
  username: ({ username }) => (
    <span className="block [overflow-wrap:anywhere] sm:min-w-28">
      {username}
    </span>
  ),
  level: ({ level }) => level,
  location: ({ locations }) => (
    <span className="[overflow-wrap:anywhere]">
      {locations.map(({ text, isInvalid }, place) => (
        <Fragment key={`${place} ${text}`}>
          {place > 0 ? ", " : null}
          {isInvalid ? <span className="text-bad">{text}</span> : text}
        </Fragment>
      ))}
    </span>
  ),
  isnp: ({ isnpOnly }) =>
    isnpOnly ? (
      words.isnpOnly
    ) : (
      <span className="text-muted">{words.notIsnpOnly}</span>
    ),
  login: ({ lastLogin }) =>
    lastLogin ? (
      <time dateTime={lastLogin.instant}>{lastLogin.day}</time>
    ) : (
      <span className="text-muted">{words.never}</span>
    ),
});

/** As tall as the sortable heads beside it. */
function levelHead(text: string) {
  return <span className="block min-h-6 py-0.5">{text}</span>;
}

/** Closing the dialog of a page returns to its link by the id. */
const LINK_IDS = {
  edit: "edit-user",
  "second-factor": "reset-second-factor",
  sessions: "end-sessions",
  delete: "delete-user",
  "organisation-account": "organisation-account",
} as const;

interface RowActionProps {
  row: UserRow;
  query: UserListQuery;
  page: keyof typeof LINK_IDS;
  text: string;
  said?: string;
}

function RowAction({ row, query, page, text, said = text }: RowActionProps) {
  return (
    <PageLink
      id={`${LINK_IDS[page]}-${row.id}`}
      to={userListHref(query, userPath(row.id, page))}
      aria-label={`${said} ${row.username}`}
      preventScrollReset
      className="row-action"
    >
      {text}
    </PageLink>
  );
}

/** Managers cannot change their own account here. */
function Organisation({ row, query }: { row: UserRow; query: UserListQuery }) {
  const linked = row.isByGroups ? words.isByGroups : words.isLinked;
  const state = row.isLinked ? linked : words.isNotLinked;
  return (
    <>
      {row.isOwn ? (
        state
      ) : (
        <RowAction
          {...{ row, query }}
          page="organisation-account"
          text={state}
          said={`${state}: ${words.organisation}`}
        />
      )}{" "}
      {row.isEmergency ? (
        <span className="block text-sm">{words.isEmergency}</span>
      ) : null}
    </>
  );
}

function Actions({
  row,
  query,
  hasOwnPages,
}: Pick<UserListView, "query" | "hasOwnPages"> & { row: UserRow }) {
  const isOthers = hasOwnPages && !row.isOwn;
  const { edit, resetFactor, endSessions, endSessionsOf } = words;
  const actions: Pick<RowActionProps, "page" | "text" | "said">[] = [
    { page: "edit", text: edit },
    ...(isOthers && row.hasFactor
      ? [{ page: "second-factor", text: resetFactor } as const]
      : []),
    ...(isOthers
      ? [{ page: "sessions", text: endSessions, said: endSessionsOf } as const]
      : []),
  ];
  return (
    <span
      // Fits three actions in a line, or four in two.
      className={`row-actions flex-wrap ${hasOwnPages ? "sm:min-w-[13rem]" : ""}`}
    >
      {actions.map((action) => (
        <Fragment key={action.page}>
          <RowAction row={row} query={query} {...action} />{" "}
        </Fragment>
      ))}
      {row.isOwn ? (
        <span className="text-muted">{words.ownAccount}</span>
      ) : (
        <RowAction row={row} query={query} page="delete" text={words.delete} />
      )}
    </span>
  );
}
