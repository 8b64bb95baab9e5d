import { dirname } from "node:path";
import { diskStateOf, type DiskState } from "~/runtime/disk-space.server";
import type { Connected } from "./connect.server";

/** The free space on a database's disk; "enough" for PostgreSQL, which has a server of its own. */
export function diskOf<Schema>({
  file,
}: Pick<Connected<Schema>, "file">): DiskState {
  return file === null ? "enough" : diskStateOf(dirname(file));
}
