export interface Problem {
  file: string;
  line: number;
  /** Header name, or "row" for what concerns the whole row. */
  column: string;
  message: string;
}

/** How many problems are written out; of the others only the number is told. */
export const LISTED_PROBLEMS = 100;

function before(a: Problem, b: Problem): number {
  return a.line - b.line;
}

/** Collects what is wrong in a set of files, holding no more than what will be written out. */
export class ProblemLog {
  count = 0;
  readonly #kept = new Map<string, Problem[]>();

  /** @param files the order in which files are reported */
  constructor(files: readonly string[] = []) {
    for (const file of files) {
      this.#kept.set(file, []);
    }
  }

  add(problem: Problem): void {
    this.count += 1;
    const kept = this.#kept.get(problem.file) ?? [];
    kept.push(problem);
    if (kept.length > 2 * LISTED_PROBLEMS) {
      kept.sort(before).splice(LISTED_PROBLEMS);
    }
    this.#kept.set(problem.file, kept);
  }

  /** Problems that are known by number only, because a check lists just its first ones. */
  addUnlisted(count: number): void {
    this.count += count;
  }

  /** The first problems, file by file and line by line. */
  listed(): Problem[] {
    return [...this.#kept.values()]
      .flatMap((problems) => problems.sort(before))
      .slice(0, LISTED_PROBLEMS);
  }

  /** One line per listed problem, `file:line: column: what is wrong`, and how many more there are. */
  lines(): string[] {
    const listed = this.listed();
    const lines = listed.map(
      ({ file, line, column, message }) =>
        `${file}:${line}: ${column}: ${message}`,
    );
    const more = this.count - listed.length;
    return more > 0 ? [...lines, `… and ${more} more.`] : lines;
  }
}
