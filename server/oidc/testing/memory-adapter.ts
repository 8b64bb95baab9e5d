import type { Adapter, AdapterPayload } from "oidc-provider";

export function memoryAdapter(): new (kind: string) => Adapter {
  const stored = new Map<string, AdapterPayload>();
  return class implements Adapter {
    constructor(private readonly kind: string) {}

    private keyOf(id: string): string {
      return `${this.kind} ${id}`;
    }

    async upsert(id: string, payload: AdapterPayload): Promise<void> {
      stored.set(this.keyOf(id), payload);
    }

    async find(id: string): Promise<AdapterPayload | undefined> {
      return stored.get(this.keyOf(id));
    }

    async findByUid(uid: string): Promise<AdapterPayload | undefined> {
      return [...stored.values()].find((payload) => payload.uid === uid);
    }

    async findByUserCode(): Promise<undefined> {
      return undefined;
    }

    async consume(id: string): Promise<void> {
      const payload = stored.get(this.keyOf(id));
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    }

    async destroy(id: string): Promise<void> {
      stored.delete(this.keyOf(id));
    }

    async revokeByGrantId(grantId: string): Promise<void> {
      for (const [key, payload] of stored) {
        if (payload.grantId === grantId) stored.delete(key);
      }
    }
  };
}
