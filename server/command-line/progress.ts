import type { WriteStream } from "node:tty";

/** Progress of a long command: steps that count from 0 to their total. */
export interface Progress {
  step(title: string): void;
  at(done: number, total: number): void;
  end(): void;
}

export const NO_PROGRESS: Progress = {
  step: () => undefined,
  at: () => undefined,
  end: () => undefined,
};

const BAR_WIDTH = 30;
const REDRAW_MS = 80;
const LINE_MS = 5_000;

interface Output {
  isTTY?: WriteStream["isTTY"];
  write(text: string): unknown;
}

export function showProgress(
  out: Output,
  clockMs: () => number = () => performance.now(),
): Progress {
  let title: string | null = null;
  let stepFrom = 0;
  let shownAt = 0;

  const seconds = () => `${((clockMs() - stepFrom) / 1000).toFixed(1)} s`;
  const end = () => {
    if (title === null) return;
    out.write(
      out.isTTY
        ? `\r\u001b[K${title}: done in ${seconds()}\n`
        : `${title}: done in ${seconds()}\n`,
    );
    title = null;
  };

  return {
    step(next) {
      end();
      title = next;
      stepFrom = shownAt = clockMs();
      out.write(out.isTTY ? `${next} …` : `${next} …\n`);
    },
    at(done, total) {
      const now = clockMs();
      if (
        title === null ||
        total <= 0 ||
        now - shownAt < (out.isTTY ? REDRAW_MS : LINE_MS)
      ) {
        return;
      }
      shownAt = now;
      const share = Math.min(1, done / total);
      const percent = `${Math.floor(share * 100)} %`;
      if (!out.isTTY) {
        out.write(`${title}: ${percent}\n`);
        return;
      }
      const filled = Math.round(share * BAR_WIDTH);
      const bar = "#".repeat(filled) + ".".repeat(BAR_WIDTH - filled);
      out.write(`\r\u001b[K${title} [${bar}] ${percent}`);
    },
    end,
  };
}
