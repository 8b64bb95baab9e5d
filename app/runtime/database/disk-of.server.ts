import { dirname } from "node:path";
import { diskStateOf, type DiskState } from "~/runtime/disk-space.server";
import type { Connected } from "./connect.server";

export function diskOf<Schema>({
  file,
}: Pick<Connected<Schema>, "file">): DiskState {
  return file === null ? "enough" : diskStateOf(dirname(file));
}
