import { openStore } from "~server/store/open-store";

/** Opens and closes the database given as data folder or address. */
const location = process.argv[2] ?? "";
const store = await openStore(
  location.startsWith("postgres")
    ? { databaseUrl: location }
    : { dataDir: location },
);
await store.close();
process.stdout.write("opened\n");
