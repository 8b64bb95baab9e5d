import { createHash, randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { replaceFile } from "./make-file.server";

/** After so long nobody waits for what they had typed. */
export const KEPT_FORM_MS = 30 * 60_000;
/** Forms that one session leaves behind, and that there are in all; the oldest makes room. */
export const KEPT_PER_SESSION = 3;
export const KEPT_IN_ALL = 200;

/** Much more than the body of a form may be, even written as JSON. */
const MAX_BYTES = 512 * 1024;

const keptForm = z.object({
  /** Keyed digest of whose it is. */
  owner: z.string().min(1),
  /** Pathname of the page that the form is on. */
  path: z.string().min(1),
  /** True where the session goes on, and the server could not answer. */
  isAfterFault: z.boolean().optional(),
  fields: z.array(z.tuple([z.string(), z.string()])),
});
export type KeptForm = z.infer<typeof keptForm>;

interface KeptFile {
  name: string;
  keptAt: number;
}

/**
 * What was posted in a session that was over, as files, one each, readable by this account only. An id cannot be guessed,
 * and file names are digests of it: who can list the folder still has none.
 */
export class KeptFormStore {
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly folder: string,
    private readonly now: () => number = Date.now,
  ) {}

  /** Keeps a form that a session sent, and returns its id; null where it is too long. */
  async keep(sessionId: string, form: KeptForm): Promise<string | null> {
    const text = JSON.stringify(form);
    if (Buffer.byteLength(text) > MAX_BYTES) return null;
    const sender = digest(sessionId).slice(0, 16);
    const id = `${sender}.${randomBytes(32).toString("base64url")}`;
    const path = this.pathOf(id);
    // One after the other, so that those of a burst count each other.
    const kept = this.turn.then(async () => {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      await this.makeRoom(sender);
      await replaceFile(path, text);
    });
    this.turn = kept.catch(() => undefined);
    await kept;
    return id;
  }

  /** The form of an id; null where there is none, or not any more. */
  async find(id: string): Promise<KeptForm | null> {
    const path = this.pathOf(id);
    try {
      const [text, { mtimeMs }] = await Promise.all([
        readFile(path, "utf8"),
        stat(path),
      ]);
      if (this.isOver(mtimeMs)) return null;
      const parsed = keptForm.safeParse(JSON.parse(text));
      return parsed.success ? parsed.data : null;
    } catch {
      return null;
    }
  }

  /** Deletes a form; true for the one who did. */
  async drop(id: string): Promise<boolean> {
    return unlink(this.pathOf(id)).then(
      () => true,
      () => false,
    );
  }

  /** Deletes what nobody came back for, and what a crash left half written. */
  async sweep(): Promise<number> {
    const over = (await this.files()).filter(({ keptAt }) =>
      this.isOver(keptAt),
    );
    await this.remove(over);
    return over.length;
  }

  private async makeRoom(sender: string): Promise<void> {
    const files = await this.files();
    const own = files.filter(({ name }) => name.startsWith(`${sender}-`));
    await this.remove([
      ...oldestAbove(files, KEPT_IN_ALL - 1),
      ...oldestAbove(own, KEPT_PER_SESSION - 1),
    ]);
  }

  private isOver(keptAt: number): boolean {
    return this.now() - keptAt >= KEPT_FORM_MS;
  }

  private async files(): Promise<KeptFile[]> {
    const names = await readdir(this.folder).catch(() => []);
    const files = await Promise.all(
      names.map(async (name) => {
        const found = await stat(join(this.folder, name)).catch(() => null);
        return found ? [{ name, keptAt: found.mtimeMs }] : [];
      }),
    );
    return files.flat().sort((one, other) => one.keptAt - other.keptAt);
  }

  private async remove(files: readonly KeptFile[]): Promise<void> {
    await Promise.all(
      files.map(({ name }) => rm(join(this.folder, name), { force: true })),
    );
  }

  private pathOf(id: string): string {
    const [sender = ""] = id.split(".", 1);
    const plain = /^[0-9a-f]{16}$/.test(sender) ? sender : "none";
    return join(this.folder, `${plain}-${digest(id)}`);
  }
}

function oldestAbove(files: readonly KeptFile[], count: number): KeptFile[] {
  return files.slice(0, Math.max(0, files.length - count));
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
