import { counted } from "~/domain/lists/counted-words";
import { formatCount } from "~/domain/number-format";

export function list(parts: readonly (string | null)[]): string {
  return capital(parts.filter(isThere).join(", "));
}

export function counts(number: number | null, what: string): string {
  return number === null ? "" : count(number, what);
}

export function count(number: number, what: string): string {
  return counted(formatCount(number), what);
}

export function sentence(parts: readonly (string | null)[]): string {
  return capital(words(parts));
}

export function words(parts: readonly (string | number | null)[]): string {
  return parts.filter(isThere).join(" ");
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function isThere<T>(part: T | null): part is T {
  return part !== null && part !== "";
}

export type DetailValue = string | number | boolean | null;

/** Takes the details that a sentence says. A value of an unexpected kind stays, and is listed after the sentence. */
export class DetailTaker {
  constructor(private readonly rest: Map<string, DetailValue>) {}

  number(key: string): number | null {
    const value = this.rest.get(key);
    if (typeof value !== "number") return null;
    this.rest.delete(key);
    return value;
  }

  text(key: string): string | null {
    const value = this.rest.get(key);
    if (typeof value !== "string") return null;
    this.rest.delete(key);
    return value;
  }

  flag(key: string): boolean | null {
    const value = this.rest.get(key);
    if (typeof value !== "boolean") return null;
    this.rest.delete(key);
    return value;
  }

  others(): [key: string, value: DetailValue][] {
    const others = [...this.rest];
    this.rest.clear();
    return others;
  }
}
