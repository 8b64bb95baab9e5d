import { openStagingFile } from "~server/imports/staging";

/** Holds a staging database until killed. */
const { db } = openStagingFile(process.argv[2] ?? "");
db.exec("create table a (b text)");
process.stdout.write("staged\n");
setInterval(() => undefined, 60_000);
