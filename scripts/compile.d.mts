export function compile(
  entryPoints: string[] | Record<string, string>,
  outdir: string,
): Promise<void>;
export function compiledCommand(name: string): Promise<string>;
