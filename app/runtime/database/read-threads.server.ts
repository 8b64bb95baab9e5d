import { Semaphore } from "~/runtime/semaphore.server";
import { ReadThread } from "./read-thread.server";

/** As many as are held at once by what is bounded elsewhere, and some for whoever asks for a moment. */
const MOST_THREADS = 8;

/** The threads of this process that read; each is made when it is first needed, and stays. */
class ReadThreads {
  private readonly places = new Semaphore({ atOnce: MOST_THREADS });
  private readonly idle = new Set<ReadThread>();

  /** Waits for a thread, which does nothing else until it is given back. */
  async borrow(): Promise<{ thread: ReadThread; giveBack(): void }> {
    const release = await this.places.acquire();
    const [kept] = this.idle;
    const thread: ReadThread =
      kept ?? new ReadThread(() => this.idle.delete(thread));
    this.idle.delete(thread);
    return {
      thread,
      giveBack: () => {
        if (!thread.hasEnded) this.idle.add(thread);
        release?.();
      },
    };
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
