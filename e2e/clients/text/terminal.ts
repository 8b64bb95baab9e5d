import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Tall enough for any page that is walked through, so that a screen is a whole page. */
const ROWS = 500;
const COLUMNS = 120;

/** How often the screen is looked at, and how often it has to look the same. */
const LOOK_MS = 60;
const LOOKS_ALIKE = 3;

export interface Terminal {
  /** The whole screen as text. */
  screen(): Promise<string>;
  /** Presses keys by the names that tmux has for them: 'Enter', 'C-u'. */
  press(...keys: string[]): Promise<void>;
  /** Types a text, letter by letter. */
  type(text: string): Promise<void>;
  /** Waits until the screen does not change any more, and gives it. */
  settled(): Promise<string>;
  stop(): Promise<void>;
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Runs a program in a terminal that nobody sees. Its socket lies in the folder, which is the program's home and working directory too. */
export async function openTerminal(
  command: readonly string[],
  folder: string,
): Promise<Terminal> {
  const socket = path.join(folder, "tmux");
  const tmux = async (...args: string[]) => {
    const options = {
      cwd: folder,
      env: {
        ...process.env,
        HOME: folder,
        TERM: "screen",
        LC_ALL: "C.UTF-8",
      },
    };
    const all = ["-S", socket, "-f", "/dev/null", "-u", ...args];
    return (await run("tmux", all, options)).stdout;
  };
  await tmux(
    ...["new-session", "-d", "-x", `${COLUMNS}`, "-y", `${ROWS}`],
    ...["-c", folder, "--", ...command],
  );
  // An Escape would wait half a second for what may follow.
  await tmux("set-option", "-s", "escape-time", "0");
  const program = Number(await tmux("display-message", "-p", "#{pane_pid}"));
  const screen = () => tmux("capture-pane", "-p");
  return {
    screen,
    async press(...keys) {
      await tmux("send-keys", "--", ...keys);
    },
    async type(text) {
      await tmux("send-keys", "-l", "--", text);
    },
    async settled() {
      let before = await screen();
      for (let alike = 1; alike < LOOKS_ALIKE;) {
        await pause(LOOK_MS);
        const now = await screen();
        alike = now === before ? alike + 1 : 1;
        before = now;
      }
      return before;
    },
    async stop() {
      await tmux("kill-server").catch(() => undefined);
      while (isRunning(program)) await pause(LOOK_MS);
    },
  };
}
