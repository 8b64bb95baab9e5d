import { lockDataDir } from "~server/data-dir-lock";

/** Takes the lock of a data folder and keeps it until killed. */
lockDataDir(process.argv[2] ?? "");
process.stdout.write("locked\n");
setInterval(() => undefined, 60_000);
