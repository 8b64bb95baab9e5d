import type { JourneyName } from "../client";
import type { Terminal } from "./terminal";

/** A text browser: how it is started, and which keys its users press for what. */
export interface TextProgram {
  /** As the matrix has it. */
  name: string;
  /** Its command, and the package that it comes in. */
  command: string;
  /** As the version is written: 'Lynx'. */
  title: string;
  /** Files in its home folder, by their paths. */
  settings: Record<string, string>;
  args: readonly string[];
  /** What it cannot do for a reason of its own. */
  cannot?: Partial<Record<JourneyName, string>>;
  /** Follows the link, presses the button, ticks the box or opens the menu of this number. */
  activate(terminal: Terminal, number: number): Promise<void>;
  /** Replaces what stands in the text field of this number. */
  fill(terminal: Terminal, number: number, text: string): Promise<void>;
  open(terminal: Terminal, address: string): Promise<void>;
  /** Waits until it says that nobody answers, and goes back to the page that it is at. */
  dismissFailure(terminal: Terminal): Promise<void>;
  /** Fetches the page again: Links does not where a link leads to the page that it stands on. */
  reload(terminal: Terminal): Promise<void>;
  back(terminal: Terminal): Promise<void>;
  /** Saves the file that the link of this number leads to, under the name that is offered. */
  download(terminal: Terminal, number: number): Promise<void>;
}
