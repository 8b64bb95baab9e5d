import { setTimeout as wait } from "node:timers/promises";
import type { Engine, Key } from "./engine";
import { chooseOption, findSpot, seek, type Sought } from "./in-page";

const LOOK_AGAIN_MS = 50;

const ROLES = {
  button: ["button", "[role=button]"],
  field: ["input:not([type=hidden])", "select", "textarea"],
  heading: ["h1", "h2", "h3"],
  link: ["a[href]"],
} as const;

/** A selector, or a role and its name: the whole text or a pattern. */
type Target =
  | string
  | [role: keyof typeof ROLES, name: string | RegExp, within?: string];

function sourceOf(text: string | RegExp): string {
  if (typeof text !== "string") return text.source;
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function soughtBy(target: Target): Sought {
  if (typeof target === "string") return { selector: target };
  const [role, name, within = "body"] = target;
  const source = sourceOf(name);
  return {
    selector: ROLES[role].map((one) => `${within} ${one}`).join(),
    name: typeof name === "string" ? `^${source}$` : source,
  };
}

/** The compiler calls its `__name` in functions, and pages do not have it. */
function expressionOf(inPage: unknown, args: readonly unknown[]): string {
  return `(async () => {
    const __name = (named) => named;
    const seek = ${seek.toString()};
    const result = await (${String(inPage)})(...${JSON.stringify(args)});
    return JSON.stringify(result ?? null);
  })()`;
}

/** A user of the portal. Each step waits for what it needs, and fails the journey if that does not come. */
export class Visitor {
  /** How long a step may take. */
  withinMs = 20_000;

  constructor(
    private readonly engine: Engine,
    private readonly origin: string,
  ) {}

  /** Runs a function in the page; it may use nothing from outside but `seek`. */
  async run<Args extends unknown[], Result>(
    inPage: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>> {
    const json = await this.engine.evaluate(expressionOf(inPage, args));
    return JSON.parse(json) as Awaited<Result>;
  }

  /** Runs a function in the page until it returns something true; it may throw meanwhile. */
  async until<Args extends unknown[], Result>(
    what: string,
    inPage: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>> {
    const end = Date.now() + this.withinMs;
    for (;;) {
      let problem = "";
      try {
        const answer = await this.run(inPage, ...args);
        if (answer) return answer;
      } catch (error) {
        problem = `: ${String(error)}`;
      }
      if (Date.now() > end) {
        const address = await this.run(() => location.href).catch(String);
        throw new Error(`no ${what} at ${address}${problem}`);
      }
      await wait(LOOK_AGAIN_MS);
    }
  }

  /** Goes to a path and waits for its document. */
  async open(to: string): Promise<void> {
    await this.until("page before", () =>
      Boolean(Object.assign(window, { isLeft: true })),
    );
    await this.engine.goTo(this.origin + to);
    await this.until(
      `answer from ${to}`,
      () => !("isLeft" in window) && document.readyState !== "loading",
    );
  }

  async press(target: Target): Promise<void> {
    const what = `place to press ${String(target)}`;
    const { x, y } = await this.until(what, findSpot, soughtBy(target));
    await this.engine.pressAt(x, y);
  }

  async pressKey(key: Key): Promise<void> {
    await this.engine.pressKey(key);
  }

  async fill(label: string | RegExp, text: string): Promise<void> {
    await this.press(["field", label]);
    // Typing replaces what is selected.
    await this.run(() => (document.activeElement as HTMLInputElement).select());
    await this.engine.type(text);
    await this.until(
      `'${text}' in field ${label}`,
      (sought, typed) => (seek(sought)[0] as HTMLInputElement).value === typed,
      soughtBy(["field", label]),
      text,
    );
  }

  choose(label: string, option: string): Promise<boolean> {
    const field = soughtBy(["field", label]);
    return this.until(`'${option}' in ${label}`, chooseOption, field, option);
  }

  /** Waits until the page shows the text. */
  see(text: string | RegExp): Promise<boolean> {
    return this.until(
      `text '${text}'`,
      (source) =>
        new RegExp(source).test(document.body.innerText.replace(/\s+/g, " ")),
      sourceOf(text),
    );
  }

  find(target: Target): Promise<boolean> {
    return this.until(
      String(target),
      (sought) => seek(sought).length > 0,
      soughtBy(target),
    );
  }

  /** Waits until no such element is visible. */
  miss(target: Target): Promise<boolean> {
    return this.until(
      `end of ${String(target)}`,
      (sought) => seek(sought).length === 0,
      soughtBy(target),
    );
  }

  /** Waits until the path and query match. */
  at(address: RegExp): Promise<boolean> {
    return this.until(
      `address like ${address}`,
      (source) => new RegExp(source).test(location.pathname + location.search),
      address.source,
    );
  }

  valueOf(label: string): Promise<string> {
    return this.run(
      (sought) => (seek(sought)[0] as HTMLInputElement).value,
      soughtBy(["field", label]),
    );
  }

  textOf(selector: string): Promise<string> {
    return this.until(
      `text in ${selector}`,
      (sought) => (seek(sought)[0] as HTMLElement).innerText,
      soughtBy(selector),
    );
  }
}
