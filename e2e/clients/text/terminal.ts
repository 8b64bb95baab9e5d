import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { whileRunning } from "../running";

const run = promisify(execFile);

/** Tall enough for any page that is walked through, so that a screen is a whole page. */
const ROWS = 500;
const COLUMNS = 120;

/** How often the screen is looked at, and how often it has to look the same. */
const LOOK_MS = 60;
const LOOKS_ALIKE = 3;

/** A program asks when it has got what it asks about: a file that a server makes comes when it is made. */
const ASKS_WITHIN_MS = 30_000;

export interface Terminal {
  /** The whole screen as text. */
  screen(): Promise<string>;
  /** Presses keys by the names that tmux has for them: 'Enter', 'C-u'. */
  press(...keys: string[]): Promise<void>;
  /** Types a text, letter by letter. */
  type(text: string): Promise<void>;
  /** Waits until the screen does not change any more, and gives it. */
  settled(): Promise<string>;
  /** Waits until the program shows its words: what is typed before it asks is lost, or means something else. */
  shows(words: string): Promise<void>;
  /** Waits until the program does not show its words any more. */
  hides(words: string): Promise<void>;
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
  let program = 0;
  const stop = whileRunning(async () => {
    await tmux("kill-server").catch(() => undefined);
    while (program && isRunning(program)) await pause(LOOK_MS);
  });
  await tmux(
    ...["new-session", "-d", "-x", `${COLUMNS}`, "-y", `${ROWS}`],
    ...["-c", folder, "--", ...command],
  );
  // An Escape would wait half a second for what may follow.
  await tmux("set-option", "-s", "escape-time", "0");
  program = Number(await tmux("display-message", "-p", "#{pane_pid}"));
  const screen = () => tmux("capture-pane", "-p");
  const settled = async () => {
    let before = await screen();
    for (let alike = 1; alike < LOOKS_ALIKE;) {
      await pause(LOOK_MS);
      const now = await screen();
      alike = now === before ? alike + 1 : 1;
      before = now;
    }
    return before;
  };
  const whether = async (words: string, isShown: boolean) => {
    const end = Date.now() + ASKS_WITHIN_MS;
    while ((await settled()).includes(words) !== isShown) {
      if (Date.now() < end) continue;
      throw new Error(`it ${isShown ? "did not show" : "shows"} '${words}'`);
    }
  };
  return {
    screen,
    settled,
    async press(...keys) {
      await tmux("send-keys", "--", ...keys);
    },
    async type(text) {
      await tmux("send-keys", "-l", "--", text);
    },
    shows: (words) => whether(words, true),
    hides: (words) => whether(words, false),
    stop,
  };
}
