import { openStore } from "~server/store/open-store";

/** Keeps a folder's database open until killed, as a server does. */
await openStore({ dataDir: process.argv[2] ?? "" });
process.stdout.write("open\n");
setInterval(() => undefined, 60_000);
