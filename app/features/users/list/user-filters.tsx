import { ACCESS_LEVELS } from "~/domain/access/ranks";
import { LONGEST_SEARCH } from "~/features/search/rules/text";
import { ACCESS_LEVEL_NAMES } from "../rules/access-level-names";
import {
  DEFAULT_USER_SORT,
  LOGIN_FILTERS,
  userListPairs,
  type UserListQuery,
} from "../rules/list-query";
import {
  LOGIN_FILTER_NAMES,
  userListWords as words,
} from "../rules/list-words";
import { ChoiceFilter } from "~/features/report-filters/choice-filter";
import { FilterForm } from "~/features/report-filters/filter-form";
import { paths } from "~/paths";
import { TextField } from "~/ui/field";
import type { UserListView } from "./load-users.server";

export function UserFilters({ view }: { view: UserListView }) {
  const { text, level, login, sort } = view.query;
  const isDefaultSort =
    sort.column === DEFAULT_USER_SORT.column &&
    sort.direction === DEFAULT_USER_SORT.direction;
  const canClear = isFiltered(view.query) && view.table.state !== "empty";
  return (
    <FilterForm
      action={paths.users}
      className="flex flex-wrap items-end gap-3 print:hidden"
      hidden={isDefaultSort ? {} : { sort: sort.column, dir: sort.direction }}
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

export function unfilteredHref({ query: { sort } }: UserListView): string {
  return userListHref({ text: "", level: null, login: null, sort, page: 1 });
}

export function isFiltered({ text, level, login }: UserListQuery): boolean {
  return text !== "" || level !== null || login !== null;
}

/** The address of the list, or of a dialog over it, for this query. */
export function userListHref(
  query: UserListQuery,
  path: string = paths.users,
): string {
  const search = new URLSearchParams(userListPairs(query)).toString();
  return search === "" ? path : `${path}?${search}`;
}
