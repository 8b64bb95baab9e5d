import { openSecrets } from "~server/secrets";

/** Prints a key of a data folder, making its secret where it is missing. */
const { tokenKey } = openSecrets({ DATA_DIR: process.argv[2] ?? "" });
process.stdout.write(`${tokenKey.export().toString("hex")}\n`);
