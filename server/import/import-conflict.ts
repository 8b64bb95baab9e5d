import { CommandError } from "~server/command-line/command-error";

/** Somebody else changed the data between the checks of an import and its storing, or imports at the same time. */
export class ImportConflict extends CommandError {
  constructor(
    message = "Someone else changed the data while the files were read. Nothing was stored. Please start the import again.",
  ) {
    super(message);
  }
}
