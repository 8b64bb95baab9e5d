interface StartedServer {
  url: string;
  /** Ends it, by a signal; SIGINT where none is given. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again after a stop, at the same address with the same data. */
  start(): Promise<void>;
  /** Ends it and removes its data. */
  end(): Promise<void>;
}

export function binaryFolder(): string | null;
export function startServer(binaries: string): Promise<StartedServer>;
export function startStandby(
  binaries: string,
  primaryUrl: string,
): Promise<StartedServer>;
