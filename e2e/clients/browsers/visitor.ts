import { writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Stage } from "../client";
import type { Engine, Key } from "./engine";
import {
  chooseOption,
  findSpot,
  readyField,
  seek,
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

type Role = keyof typeof ROLES;

/** What is looked for: a selector, or a role and its name, which is a text as it is or a pattern, and a selector of where. */
export type Target =
  | string
  | [role: Role, name: string | RegExp, within?: string];

/** Somebody who uses the portal in a browser. What is asked for is waited for; what does not come fails the journey. */
export interface Visitor {
  /** Goes to a path and waits until the document is there. */
  open(path: string): Promise<void>;
  press(target: Target): Promise<void>;
  pressKey(key: Key): Promise<void>;
  fill(label: string | RegExp, text: string): Promise<void>;
  choose(label: string | RegExp, option: string): Promise<void>;
  /** Waits until the page's texts have it. */
  see(text: string | RegExp): Promise<void>;
  find(target: Target, withinMs?: number): Promise<void>;
  /** Waits until there is no such thing on the page. */
  miss(target: Target): Promise<void>;
  /** Waits until the address, without its origin, is like this. */
  at(address: RegExp, withinMs?: number): Promise<void>;
  valueOf(label: string | RegExp): Promise<string>;
  textOf(target: Target): Promise<string>;
  /** Runs a function in the page; it may use nothing from outside. */
  run<Args extends unknown[], Result>(
    asked: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>>;
  /** Waits until a function in the page gives something true. */
  until<Args extends unknown[]>(
    what: string,
    asked: (...args: Args) => unknown,
    ...args: Args
  ): Promise<void>;
  picture(name: string): Promise<void>;
}

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

export function visitWith(engine: Engine, stage: Stage): Visitor {
  async function run<Args extends unknown[], Result>(
    asked: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>> {
    const json = await engine.evaluate(expressionOf(asked, args));
    return JSON.parse(json) as Awaited<Result>;
  }

  /** Asks again until the answer is good; a page that goes away while it is asked is asked again too. */
  async function poll<Answer>(
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
        const address = await run(
          () => location.pathname + location.search,
        ).catch(() => "an address that does not answer");
        throw new Error(`${complaint(last)} (at ${address})`);
      }
      await wait(LOOK_AGAIN_MS);
    }
  }

  const until: Visitor["until"] = async (what, asked, ...args) => {
    await poll(
      () => run(asked, ...args),
      Boolean,
      () => `no ${what}`,
    );
  };

  async function press(target: Target): Promise<void> {
    const spot = await poll(
      () => run(findSpot, seek, soughtBy(target)),
      (found) => typeof found !== "string",
      (last) => `${wordsFor(target)} ${String(last)}`,
    );
    if (typeof spot !== "string") await engine.pressAt(spot.x, spot.y);
  }

  function valueOf(label: string | RegExp): Promise<string> {
    return run(
      (find, sought) => (find(sought)[0] as HTMLInputElement).value,
      seek,
      soughtBy(["field", label]),
    );
  }

  return {
    run,
    until,
    press,
    valueOf,
    pressKey: (key) => engine.pressKey(key),
    async open(to) {
      await poll(
        () => run(() => Object.assign(window, { isLeft: true }) && true),
        Boolean,
        () => "the page before does not answer",
      );
      await engine.goTo(stage.origin + to);
      await until(
        `answer from ${to}`,
        () => !("isLeft" in window) && document.readyState !== "loading",
      );
    },
    async fill(label, text) {
      const target: Target = ["field", label];
      await press(target);
      const how = await run(readyField, seek, soughtBy(target), text);
      if (how === "type") await engine.type(text);
      await poll(
        () => valueOf(label),
        (value) => value === text,
        (value) => `field ${label} has '${String(value)}', not '${text}'`,
      );
    },
    async choose(label, option) {
      await poll(
        () => run(chooseOption, seek, soughtBy(["field", label]), option),
        Boolean,
        () => `no '${option}' in field ${label}`,
      );
    },
    async see(text) {
      const pattern =
        typeof text === "string" ? patternOf(text).slice(1, -1) : text.source;
      await until(
        `text '${text}'`,
        (source) =>
          new RegExp(source).test(document.body.innerText.replace(/\s+/g, " ")),
        pattern,
      );
    },
    async find(target, withinMs) {
      await poll(
        () =>
          run(
            (find, sought) => find(sought).length > 0,
            seek,
            soughtBy(target),
          ),
        Boolean,
        () => `no ${wordsFor(target)}`,
        withinMs,
      );
    },
    async miss(target) {
      await until(
        `end of ${wordsFor(target)}`,
        (find, sought) => find(sought).length === 0,
        seek,
        soughtBy(target),
      );
    },
    async at(address, withinMs) {
      await poll(
        () => run(() => location.pathname + location.search + location.hash),
        (now) => address.test(now),
        () => `the address is not like ${address}`,
        withinMs,
      );
    },
    async textOf(target) {
      return poll(
        () =>
          run(
            (find, sought) => find(sought)[0]?.innerText ?? "",
            seek,
            soughtBy(target),
          ),
        (text) => text !== "",
        () => `no text in ${wordsFor(target)}`,
      );
    },
    async picture(name) {
      writeFileSync(
        path.join(stage.shown, `${name}.png`),
        await engine.picture(),
      );
    },
  };
}
