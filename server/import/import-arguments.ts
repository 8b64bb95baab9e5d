import { parseArgs } from "node:util";

/** The one path that an import is given, and whether `--replace` is; null where its usage is to be shown. */
export function readImportArguments(): {
  path: string;
  replace: boolean;
} | null {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        replace: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    const [path, ...others] = positionals;
    return path && others.length === 0 && !values.help
      ? { path, replace: values.replace }
      : null;
  } catch {
    return null;
  }
}
