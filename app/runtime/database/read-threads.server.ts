import { Semaphore } from "~/runtime/semaphore.server";
import { ReadThread, type FileToRead } from "./read-thread.server";

/** As many as are held at once by what is bounded elsewhere, and some for whoever asks for a moment. */
const MOST_THREADS = 12;

/** The threads of this process that read; each is made when it is first needed, and stays. */
class ReadThreads {
  private readonly places = new Semaphore({ atOnce: MOST_THREADS });
  private readonly threads = new Set<ReadThread>();
  private readonly idle: ReadThread[] = [];

  /** Waits for a thread, which does nothing else until it is given back. */
  async borrow(): Promise<{ thread: ReadThread; giveBack(): void }> {
    const release = await this.places.acquire();
    const thread = this.lastUsed() ?? this.newThread();
    return {
      thread,
      giveBack: () => {
        this.idle.push(thread);
        release?.();
      },
    };
  }

  /** Closes a file in all threads. Resolves when those have done so that read nothing at the moment; others do it later. */
  async close(file: FileToRead): Promise<void> {
    const closings: Promise<unknown>[] = [];
    for (const thread of this.threads) {
      // Where the thread is gone, so is its handle.
      const closing = thread
        .ask({ step: "close", file })
        .catch(() => undefined);
      if (this.idle.includes(thread)) closings.push(closing);
    }
    await Promise.all(closings);
  }

  /** It has what it read last at hand. */
  private lastUsed(): ReadThread | null {
    for (;;) {
      const thread = this.idle.pop();
      if (!thread?.hasEnded) return thread ?? null;
    }
  }

  private newThread(): ReadThread {
    const thread: ReadThread = new ReadThread(() =>
      this.threads.delete(thread),
    );
    this.threads.add(thread);
    return thread;
  }
}

declare global {
  /** Of this process: it outlives a rebuild of the portal in development. */
  var sojournReadThreads: ReadThreads | undefined;
}

/** The threads that all SQLite files of this process are read in. */
export function readThreads(): ReadThreads {
  return (globalThis.sojournReadThreads ??= new ReadThreads());
}
