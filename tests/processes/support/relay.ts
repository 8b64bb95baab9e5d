import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A way to a database server that can be cut, as when the server is away, and mended. */
export interface Relay {
  port: number;
  /** Breaks all connections; from now on each new one breaks at once. */
  cut(): void;
  mend(): void;
  /** Ports at this end of the connections to the database server, by which it knows them. */
  farPorts(): number[];
  close(): Promise<void>;
}

export async function startRelay(to: URL): Promise<Relay> {
  const pairs = new Set<{ near: Socket; far: Socket }>();
  let isCut = false;
  const breakAll = () => {
    for (const { near, far } of pairs) {
      near.destroy();
      far.destroy();
    }
  };
  const server = createServer((near) => {
    near.on("error", () => undefined);
    if (isCut) return void near.destroy();
    const far = connect(Number(to.port || 5432), to.hostname);
    const pair = { near, far };
    pairs.add(pair);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) {
      socket.on("error", () => undefined);
      socket.on("close", () => {
        near.destroy();
        far.destroy();
        pairs.delete(pair);
      });
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      breakAll();
    },
    mend() {
      isCut = false;
    },
    farPorts: () => [...pairs].flatMap(({ far }) => far.localPort ?? []),
    close() {
      breakAll();
      return new Promise((done) => server.close(() => done()));
    },
  };
}
