import { Form } from "@remix-run/react";
import { ACCESS_LEVELS } from "~/domain/access/ranks";
import { messages } from "~/domain/messages";
import { LONGEST_SEARCH } from "~/domain/search/search";
import { ACCESS_LEVEL_NAMES } from "~/domain/users/access-level-names";
import { DEFAULT_USER_SORT } from "~/domain/users/user-list-query";
import { userListWords as words } from "~/domain/users/user-list-words";
import { paths } from "~/paths";
import { Button, LinkButton } from "~/ui/button";
import { SelectField, TextField } from "~/ui/field";
import { useAcceptedFields } from "~/ui/use-accepted-fields";
import { isFiltered, listHref, type UserListView } from "./user-list-view";

/** What the list of users is narrowed by; its state is the query string. */
export function UserFilters({ view }: { view: UserListView }) {
  const { text, level, sort } = view.query;
  const { formProps } = useAcceptedFields();
  return (
    <Form
      {...formProps}
      action={paths.users}
      aria-label="Filters"
      className="flex flex-wrap items-end gap-3 print:hidden"
    >
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
        <SelectField
          key={level}
          id="user-level"
          name="level"
          label={words.level}
          defaultValue={level ?? ""}
        >
          <option value="">{words.allLevels}</option>
          {ACCESS_LEVELS.map((one) => (
            <option key={one} value={one}>
              {ACCESS_LEVEL_NAMES[one]}
            </option>
          ))}
        </SelectField>
      </div>
      {sort.column === DEFAULT_USER_SORT.column &&
      sort.direction === DEFAULT_USER_SORT.direction ? null : (
        <>
          <input type="hidden" name="sort" value={sort.column} />
          <input type="hidden" name="dir" value={sort.direction} />
        </>
      )}
      <Button variant="primary">{words.submit}</Button>{" "}
      {isFiltered(view.query) && view.table.state !== "empty" ? (
        <ClearFilters view={view} />
      ) : null}
    </Form>
  );
}

/** The way back to all users, in the order that is chosen. */
export function ClearFilters({ view }: { view: UserListView }) {
  const { sort } = view.query;
  return (
    <LinkButton
      variant="quiet"
      className="sm:min-h-9"
      to={listHref({ text: "", level: null, sort, page: 1 })}
      preventScrollReset
    >
      {messages.panel.clearFilters}
    </LinkButton>
  );
}
