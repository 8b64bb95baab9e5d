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
