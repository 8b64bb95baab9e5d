import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Box } from "./mark";

const run = promisify(execFile);

const ANSWERS_WITHIN_MS = 5_000;

/** The keyboard, the mouse and the picture of one display. */
export interface Screen {
  keys(...keys: string[]): Promise<void>;
  type(text: string): Promise<void>;
  press(x: number, y: number): Promise<void>;
  /** Turns the wheel up by a step, over the page. */
  wheelUp(): Promise<void>;
  /** Titles of the windows that are seen, the program's dialogs among them. */
  titles(): Promise<string[]>;
  /** Where the program's question stands, a small window without a title, or null where it asks nothing. */
  question(): Promise<Box | null>;
  focus(title: string): Promise<void>;
  clipboard(): Promise<string>;
  setClipboard(text: string): Promise<void>;
  picture(file: string): Promise<void>;
  /** The same in grey, a byte for each pixel. */
  pixels(): Promise<Buffer>;
}

export function screenOf(display: string): Screen {
  const env = { ...process.env, DISPLAY: display };
  const ask = async (program: string, ...args: string[]) =>
    (await run(program, args, { env, timeout: ANSWERS_WITHIN_MS })).stdout;
  return {
    async keys(...keys) {
      await ask("xdotool", "key", "--delay", "20", ...keys);
    },
    async type(text) {
      await ask("xdotool", "type", "--delay", "12", text);
    },
    async press(x, y) {
      const at = [x, y].map((one) => String(Math.round(one)));
      await ask("xdotool", "mousemove", ...at, "click", "1");
    },
    async wheelUp() {
      await ask("xdotool", "mousemove", "640", "600", "click", "4");
    },
    async titles() {
      const search = ["search", "--onlyvisible", "--name", "."];
      return (await ask("xdotool", ...search, "getwindowname", "%@"))
        .trim()
        .split("\n");
    },
    async question() {
      const search = ["search", "--onlyvisible", "--class", "netsurf"];
      const said = await ask("xdotool", ...search, "getwindowgeometry", "%@");
      const places = said.matchAll(
        /Position: (\d+),(\d+)[^\n]*\n\s*Geometry: (\d+)x(\d+)/g,
      );
      for (const [, ...numbers] of places) {
        const [x = 0, y = 0, width = 0, height = 0] = numbers.map(Number);
        if (width > 100 && width < 1280) return { x, y, width, height };
      }
      return null;
    },
    async focus(title) {
      const search = ["search", "--onlyvisible", "--name", title];
      await ask("xdotool", ...search, "windowraise", "windowfocus", "--sync");
    },
    clipboard: () => ask("xclip", "-o", "-selection", "clipboard"),
    async setClipboard(text) {
      const done = run("xclip", ["-selection", "clipboard"], { env });
      done.child.stdin?.end(text);
      done.child.stdout?.destroy();
      done.child.stderr?.destroy();
      await new Promise((end) => done.child.once("exit", end));
    },
    async picture(file) {
      await ask("import", "-window", "root", file);
    },
    async pixels() {
      const { stdout } = await run(
        "import",
        ["-window", "root", "-depth", "8", "gray:-"],
        { env, encoding: "buffer", maxBuffer: 8_000_000 },
      );
      return stdout;
    },
  };
}
