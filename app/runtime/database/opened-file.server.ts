import { statSync } from "node:fs";

/** Another file is at the path, or none: it was moved, removed or replaced. */
export class DatabaseMovedError extends Error {
  constructor(file: string) {
    super(
      `${file} was moved, removed or replaced. Put it back, or stop the server, restore a backup and start it again.`,
    );
    this.name = "DatabaseMovedError";
  }
}

/** SQLite goes on with a file that has lost its name, so what it stores there would be gone with the process. */
export class OpenedFile {
  /** Distinguishes the file from a later one at the same path; empty if there was none. */
  readonly identity: string;

  constructor(readonly path: string) {
    this.identity = identityOf(path);
  }

  /** Throws {@link DatabaseMovedError} unless the file is in its place. */
  check(): void {
    if (!this.identity || identityOf(this.path) !== this.identity) {
      throw new DatabaseMovedError(this.path);
    }
  }
}

function identityOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.dev} ${found.ino}` : "";
}
