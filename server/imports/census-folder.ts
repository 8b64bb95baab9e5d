import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { CommandError } from "~server/command-line/command-error";

export interface CensusFolder {
  files: ReadonlyMap<string, string>;
  totalBytes: number;
  unknown: string[];
}

export class FileError extends CommandError {}

export function findCensusFiles(
  folder: string,
  expected: readonly string[],
): CensusFolder {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    throw new FileError(`${folder} is not a folder that can be read.`);
  }
  const names = entries
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith("."))
    .map((entry) => entry.name)
    .sort();
  const files = new Map(
    names
      .filter((name) => expected.includes(name))
      .map((name) => [name, path.join(folder, name)]),
  );
  if (files.size === 0) {
    throw new FileError(
      `There is no census file in ${folder}. Expected one or more of ${expected.join(", ")}.`,
    );
  }
  const sizes = [...files.values()].map((file) => statSync(file).size);
  return {
    files,
    totalBytes: sizes.reduce((sum, size) => sum + size, 0),
    unknown: names.filter((name) => !expected.includes(name)),
  };
}

export function requireFile(file: string): void {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
    throw new FileError(`${file} is not a file that can be read.`);
  }
}
