import { openStagingFile } from "~server/imports/staging";

/** Makes a staging database in a data folder, and holds it until killed. */
const { db } = openStagingFile(process.argv[2] ?? "");
db.exec("create table a (b text)");
process.stdout.write("staged\n");
setInterval(() => undefined, 60_000);
