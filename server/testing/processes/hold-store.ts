import { openStore } from "~server/store/open-store";

/** Has the database of a data folder open until killed, as a server has. */
await openStore({ dataDir: process.argv[2] ?? "" });
process.stdout.write("open\n");
setInterval(() => undefined, 60_000);
