/** A browser that users have. */
export interface Browser {
  /** Its name in `--client=`. */
  name: string;
  /** The Debian packages it needs. */
  packages: readonly string[];
  open(folders: EngineFolders): Promise<Engine>;
}

/** What journeys need from a browser, in the browser's own protocol. */
export interface Engine {
  goTo(url: string): Promise<unknown>;
  /** Returns the expression's JSON; rejects if the page is left meanwhile. */
  evaluate(expression: string): Promise<string>;
  /** Clicks with the mouse, in pixels of the viewport. */
  pressAt(x: number, y: number): Promise<unknown>;
  /** Types into the focused element. */
  type(text: string): Promise<unknown>;
  pressKey(key: Key): Promise<unknown>;
  close(): Promise<unknown>;
}

export type Key = "Enter" | "Escape";

export interface EngineFolders {
  profile: string;
  downloads: string;
}
