import { setTimeout as wait } from "node:timers/promises";
import type { Engine, Key } from "./engine";
import {
  chooseOption,
  findSpot,
  seek,
  selectText,
  type Sought,
} from "./in-page";

const WITHIN_MS = 20_000;
const LOOK_AGAIN_MS = 50;

const ROLES = {
  button: ["button", "[role=button]"],
  field: ["input:not([type=hidden])", "select", "textarea"],
  heading: ["h1", "h2", "h3"],
  link: ["a[href]"],
} as const;

/** What is looked for: a selector, or a role and its name, which is a text as it is or a pattern, and a selector of where. */
type Target =
  | string
  | [role: keyof typeof ROLES, name: string | RegExp, within?: string];

/** How texts are compared in pages: the source of a regular expression. */
function patternOf(text: string | RegExp): string {
  return typeof text === "string"
    ? `^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`
    : text.source;
}

function soughtBy(target: Target): Sought {
  if (typeof target === "string") return { selector: target };
  const [role, name, within] = target;
  const selectors = ROLES[role].map((one) => `${within ?? "body"} ${one}`);
  return { selector: selectors.join(), name: patternOf(name) };
}

function wordsFor(target: Target): string {
  return typeof target === "string" ? target : `${target[0]} ${target[1]}`;
}

/** Functions reach the page as text, in which the compiler's helper for names is missing. */
function expressionOf(asked: unknown, args: readonly unknown[]): string {
  return `(async () => {
    const __name = (named) => named;
    const seek = ${seek.toString()};
    const result = await (${String(asked)})(${args
      .map((one) => (one === seek ? "seek" : JSON.stringify(one)))
      .join(", ")});
    return JSON.stringify(result === undefined ? null : result);
  })()`;
}

/** Somebody who uses the portal in a browser. What is asked for is waited for; what does not come fails the journey. */
export class Visitor {
  constructor(
    private readonly engine: Engine,
    private readonly origin: string,
  ) {}

  /** Runs a function in the page; it may use nothing from outside. */
  async run<Args extends unknown[], Result>(
    asked: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>> {
    const json = await this.engine.evaluate(expressionOf(asked, args));
    return JSON.parse(json) as Awaited<Result>;
  }

  /** Asks again until the answer is good; a page that goes away while it is asked is asked again too. */
  private async poll<Answer>(
    ask: () => Promise<Answer>,
    isGood: (answer: Answer) => boolean,
    complaint: (last: unknown) => string,
    withinMs = WITHIN_MS,
  ): Promise<Answer> {
    const end = Date.now() + withinMs;
    for (;;) {
      const answer = await ask().then(
        (got) => ({ got }),
        (error: unknown) => ({ error }),
      );
      if ("got" in answer && isGood(answer.got)) return answer.got;
      if (Date.now() > end) {
        const last = "got" in answer ? answer.got : answer.error;
        const address = await this.address().catch(() => "no address");
        throw new Error(`${complaint(last)} (at ${address})`);
      }
      await wait(LOOK_AGAIN_MS);
    }
  }

  private address(): Promise<string> {
    return this.run(() => location.pathname + location.search + location.hash);
  }

  /** Waits until a function in the page gives something true. */
  async until<Args extends unknown[]>(
    what: string,
    asked: (...args: Args) => unknown,
    ...args: Args
  ): Promise<void> {
    const complaint = () => `no ${what}`;
    await this.poll(() => this.run(asked, ...args), Boolean, complaint);
  }

  /** Goes to a path and waits until the document is there. */
  async open(to: string): Promise<void> {
    await this.until("answer of the page before", () =>
      Boolean(Object.assign(window, { isLeft: true })),
    );
    await this.engine.goTo(this.origin + to);
    await this.until(
      `answer from ${to}`,
      () => !("isLeft" in window) && document.readyState !== "loading",
    );
  }

  async press(target: Target): Promise<void> {
    const spot = await this.poll(
      () => this.run(findSpot, seek, soughtBy(target)),
      (found) => typeof found !== "string",
      (last) => `${wordsFor(target)} ${String(last)}`,
    );
    if (typeof spot !== "string") await this.engine.pressAt(spot.x, spot.y);
  }

  pressKey(key: Key): Promise<void> {
    return this.engine.pressKey(key);
  }

  async fill(label: string | RegExp, text: string): Promise<void> {
    const target: Target = ["field", label];
    await this.press(target);
    await this.run(selectText, seek, soughtBy(target));
    await this.engine.type(text);
    await this.poll(
      () => this.valueOf(label),
      (value) => value === text,
      (value) => `field ${label} has '${String(value)}', not '${text}'`,
    );
  }

  choose(label: string | RegExp, option: string): Promise<void> {
    const field = soughtBy(["field", label]);
    const what = `'${option}' in field ${label}`;
    return this.until(what, chooseOption, seek, field, option);
  }

  /** Waits until the page's texts have it. */
  see(text: string | RegExp): Promise<void> {
    const pattern =
      typeof text === "string" ? patternOf(text).slice(1, -1) : text.source;
    return this.until(
      `text '${text}'`,
      (source) =>
        new RegExp(source).test(document.body.innerText.replace(/\s+/g, " ")),
      pattern,
    );
  }

  async find(target: Target, withinMs?: number): Promise<void> {
    await this.poll(
      () =>
        this.run((find, sought) => find(sought).length, seek, soughtBy(target)),
      Boolean,
      () => `no ${wordsFor(target)}`,
      withinMs,
    );
  }

  /** Waits until there is no such thing on the page. */
  miss(target: Target): Promise<void> {
    return this.until(
      `end of ${wordsFor(target)}`,
      (find, sought) => find(sought).length === 0,
      seek,
      soughtBy(target),
    );
  }

  /** Waits until the address, without its origin, is like this. */
  async at(address: RegExp, withinMs?: number): Promise<void> {
    await this.poll(
      () => this.address(),
      (now) => address.test(now),
      () => `the address is not like ${address}`,
      withinMs,
    );
  }

  valueOf(label: string | RegExp): Promise<string> {
    return this.run(
      (find, sought) => (find(sought)[0] as HTMLInputElement).value,
      seek,
      soughtBy(["field", label]),
    );
  }

  textOf(target: Target): Promise<string> {
    return this.poll(
      () =>
        this.run(
          (find, sought) => find(sought)[0]?.innerText ?? "",
          seek,
          soughtBy(target),
        ),
      Boolean,
      () => `no text in ${wordsFor(target)}`,
    );
  }
}
