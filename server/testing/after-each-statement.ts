import type { KyselyPlugin } from "kysely";
import type { Store } from "~server/store/open-store";

/** The same database; `hook` is called after each statement with its number, from 1 on, before its caller goes on. */
export function afterEachStatement(
  store: Store,
  hook: (number: number) => Promise<void> | void,
): Store {
  let count = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      await hook((count += 1));
      return result;
    },
  };
  return { ...store, db: store.db.withPlugin(plugin) };
}
