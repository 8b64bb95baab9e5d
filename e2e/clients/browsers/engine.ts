/** A browser that users have, and how it is started. */
export interface Browser {
  /** As `--client=` has it. */
  name: string;
  /** Debian packages that it takes. */
  packages: readonly string[];
  open(folders: EngineFolders): Promise<Engine>;
}

/** What journeys need of a browser: each of these is how its own protocol does it. */
export interface Engine {
  goTo(url: string): Promise<void>;
  /** What the expression gives, as JSON; rejects where the page goes away meanwhile. */
  evaluate(expression: string): Promise<string>;
  /** A real press of the mouse at a place of the window. */
  pressAt(x: number, y: number): Promise<void>;
  /** Real typing into what has the focus. */
  type(text: string): Promise<void>;
  pressKey(key: Key): Promise<void>;
  close(): Promise<void>;
}

export type Key = "Enter" | "Escape";

/** Where a browser keeps what it remembers, and what it saves. */
export interface EngineFolders {
  profile: string;
  downloads: string;
}
