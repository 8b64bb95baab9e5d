import { openSecrets } from "~server/secrets";

/** Creates a missing secret. */
const { tokenKey } = openSecrets({ DATA_DIR: process.argv[2] ?? "" });
process.stdout.write(`${tokenKey.export().toString("hex")}\n`);
