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
