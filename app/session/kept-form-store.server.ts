import { createHash } from "node:crypto";
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
  /** Names of the fields that were typed into, where scripts could tell. */
  typed: z.array(z.string()).optional(),
  /** True where the session goes on, and the server could not answer. */
  isAfterFault: z.boolean().optional(),
  fields: z.array(z.tuple([z.string(), z.string()])),
});
export type KeptForm = z.infer<typeof keptForm>;

interface KeptFile {
  name: string;
  keptAt: number;
}

/** Where a form is kept: the session that it was typed in, and the page that it is on. */
export interface KeptPlace {
  sessionId: string;
  path: string;
}

/**
 * What was typed in a session that was over, as files, one each, readable by this account only. Nobody guesses the id of a
 * session, and file names are digests of it: who can list the folder still has none.
 */
export class KeptFormStore {
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly folder: string,
    private readonly now: () => number = Date.now,
  ) {}

  /** Keeps a form of a session; false where it is too long. The same one twice is kept once. */
  async keep(sessionId: string, form: KeptForm): Promise<boolean> {
    const text = JSON.stringify(form);
    if (Buffer.byteLength(text) > MAX_BYTES) return false;
    const name = placeName({ ...form, sessionId }) + digest(text);
    // One after the other, so that those of a burst count each other.
    const kept = this.turn.then(async () => {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      await this.makeRoom(sessionId, name);
      await replaceFile(join(this.folder, name), text);
    });
    this.turn = kept.catch(() => undefined);
    await kept;
    return true;
  }

  /** Hands out the newest form of a page to its owner, once; null where there is none, or not any more. */
  async take(
    place: KeptPlace,
    isOwner: (owner: string) => boolean,
  ): Promise<KeptForm | null> {
    for (const { name, keptAt } of (await this.filesOf(place)).reverse()) {
      const form = this.isOver(keptAt) ? null : await this.read(name);
      if (!form || !isOwner(form.owner)) continue;
      // Of two pages that open at once, one has it.
      if (await this.unlink(name)) return form;
    }
    return null;
  }

  /** Deletes the forms of a page. */
  async drop(place: KeptPlace): Promise<void> {
    await this.remove(await this.filesOf(place));
  }

  /** Deletes what nobody came back for, and what a crash left half written. */
  async sweep(): Promise<number> {
    const over = (await this.files()).filter(({ keptAt }) =>
      this.isOver(keptAt),
    );
    await this.remove(over);
    return over.length;
  }

  private async makeRoom(sessionId: string, name: string): Promise<void> {
    const files = (await this.files()).filter((file) => file.name !== name);
    const own = files.filter((file) => file.name.startsWith(sender(sessionId)));
    await this.remove([
      ...oldestAbove(files, KEPT_IN_ALL - 1),
      ...oldestAbove(own, KEPT_PER_SESSION - 1),
    ]);
  }

  private async read(name: string): Promise<KeptForm | null> {
    try {
      const text = await readFile(join(this.folder, name), "utf8");
      const parsed = keptForm.safeParse(JSON.parse(text));
      return parsed.success ? parsed.data : null;
    } catch {
      return null;
    }
  }

  private async unlink(name: string): Promise<boolean> {
    return unlink(join(this.folder, name)).then(
      () => true,
      () => false,
    );
  }

  /** The forms of a page, oldest first. */
  private async filesOf(place: KeptPlace): Promise<KeptFile[]> {
    return this.files(placeName(place));
  }

  private isOver(keptAt: number): boolean {
    return this.now() - keptAt >= KEPT_FORM_MS;
  }

  private async files(start = ""): Promise<KeptFile[]> {
    const names = await readdir(this.folder).catch(() => []);
    const wanted = names.filter((name) => name.startsWith(start));
    const files = await Promise.all(
      wanted.map(async (name) => {
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
}

/** How the names of a session's files begin. */
function sender(sessionId: string): string {
  return `${digest(sessionId).slice(0, 32)}-`;
}

function placeName({ sessionId, path }: KeptPlace): string {
  const page = digest(path).slice(0, 16);
  return `${sender(sessionId)}${page}-`;
}

function oldestAbove(files: readonly KeptFile[], count: number): KeptFile[] {
  return files.slice(0, Math.max(0, files.length - count));
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
