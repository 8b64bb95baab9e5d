const MOST = 400;
/** Whoever keeps so many waiting, sending their forms byte by byte for instance, leaves room for everybody else. */
const MOST_OF_ONE = 100;

/** Bounds how many requests are answered at once, in all and for one address. */
export class RequestsUnderway {
  private count = 0;
  private readonly byAddress = new Map<string, number>();

  /**
   * Begins a request; returns what to call once it is over, or null where there is no room for it. Null for the address
   * of a proxy that does not say whom it asks for: that is everybody.
   */
  begin(address: string | null): (() => void) | null {
    const own = address === null ? 0 : (this.byAddress.get(address) ?? 0);
    if (this.count >= MOST || own >= MOST_OF_ONE) return null;
    this.count += 1;
    if (address !== null) this.byAddress.set(address, own + 1);
    return () => {
      this.count -= 1;
      if (address === null) return;
      const left = (this.byAddress.get(address) ?? 1) - 1;
      if (left > 0) this.byAddress.set(address, left);
      else this.byAddress.delete(address);
    };
  }
}
