/** A value among the details of an event. */
export type DetailValue = string | number | boolean | null;

/** Takes details out of what is left to be said. A value of another kind than expected stays, and is said as it is. */
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

  /** Fields that were changed, which nobody but the host knows beforehand. */
  others(): [key: string, value: DetailValue][] {
    const others = [...this.rest];
    this.rest.clear();
    return others;
  }
}
