import { lockDataDir } from "~server/data-dir-lock";

/** Holds a data folder's lock until killed. */
lockDataDir(process.argv[2] ?? "");
process.stdout.write("locked\n");
setInterval(() => undefined, 60_000);
