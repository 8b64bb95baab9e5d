import type { KyselyPlugin } from "kysely";
import type { Store } from "~server/store/open-store";

/** Calls `hook` after each statement with its number from 1, before its caller continues. */
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
