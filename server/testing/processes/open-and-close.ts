import { openStore } from "~server/store/open-store";

/** Takes a data folder or an address. */
const location = process.argv[2] ?? "";
const store = await openStore(
  location.startsWith("postgres")
    ? { databaseUrl: location }
    : { dataDir: location },
);
await store.close();
process.stdout.write("opened\n");
