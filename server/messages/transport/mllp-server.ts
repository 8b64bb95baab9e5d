import { once } from "node:events";
import {
  createServer,
  type AddressInfo,
  BlockList,
  type Socket,
  isIPv4,
} from "node:net";
import {
  createServer as createTlsServer,
  type TlsOptions,
  createSecureContext,
} from "node:tls";
import type { Clock, After } from "~server/clock/clock";
import type { Receive } from "../receive";
import {
  Connection,
  type ConnectionDeps,
  MLLP_LIMITS,
  type MllpLimits,
} from "./mllp-connection";
import type { Traffic } from "./traffic";
import { readFileSync } from "node:fs";
import type { Settings } from "~/contract/settings";
import { CommandError } from "~server/command-line/command-error";

/** Keeps idle connections open in firewalls, and detects lost senders. */
const KEEP_ALIVE_MS = 60_000;

export interface MllpOptions {
  host: string;
  port: number;
  /** Senders need a certificate too if `ca` is set. */
  tls?: Pick<TlsOptions, "cert" | "key" | "ca">;
  allowed?: BlockList;
  receive: Receive;
  traffic: Traffic;
  clock: Clock;
  after: After;
  limits?: MllpLimits;
}

export type MllpServer = Awaited<ReturnType<typeof openMllpServer>>;

export async function openMllpServer(options: MllpOptions) {
  const { host, port, tls, allowed, traffic, after } = options;
  const limits = options.limits ?? MLLP_LIMITS;
  const deps = { ...options, limits };
  const connections = new Map<string, { socket: Socket; stop: () => void }>();

  function serve(socket: Socket): void {
    const connection = connections.get(placeOf(socket));
    if (!connection) return void socket.destroy();
    traffic.count("connections");
    const served = new Connection(socket, deps);
    connection.stop = () => served.stop();
  }

  const secured = tls && tlsServer(deps, tls).on("secureConnection", serve);
  // A sender may end its half and wait for answers.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on("error", () => socket.destroy());
    if (!mayConnect(socket, allowed)) {
      traffic.count("connections_refused");
      socket.destroy();
      return;
    }
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    socket.setNoDelay(true);
    const place = placeOf(socket);
    // Until the handshake is over.
    const connection = { socket, stop: () => void socket.destroy() };
    connections.set(place, connection);
    socket.on("close", () => {
      if (connections.get(place) === connection) connections.delete(place);
    });
    if (secured) secured.emit("connection", socket);
    else serve(socket);
  });
  server.maxConnections = limits.connections;
  server.on("drop", () => traffic.count("connections_refused"));
  server.listen(port, host);
  await once(server, "listening");
  // A failed connection ends no other.
  server.on("error", traffic.failed);
  return {
    port: (server.address() as AddressInfo).port,
    /** Answers all received messages, then ends the connections. */
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const { stop } of connections.values()) stop();
      const callOff = after(limits.closeMs, () => {
        for (const { socket } of connections.values()) socket.destroy();
      });
      await closed;
      callOff();
    },
  };
}

function tlsServer(
  { limits, traffic }: ConnectionDeps,
  tls: NonNullable<MllpOptions["tls"]>,
) {
  return createTlsServer({
    ...tls,
    requestCert: tls.ca !== undefined,
    rejectUnauthorized: true,
    minVersion: "TLSv1.2",
    handshakeTimeout: limits.handshakeMs,
    allowHalfOpen: true,
  }).on("tlsClientError", (_, socket) => {
    traffic.count("connections_refused");
    socket.destroy();
  });
}

function placeOf(socket: Socket): string {
  const { localAddress, remoteAddress, remotePort } = socket;
  return `${localAddress} ${remoteAddress} ${remotePort}`;
}

function mayConnect(socket: Socket, allowed: BlockList | undefined): boolean {
  const { remoteAddress, remoteFamily } = socket;
  if (!allowed) return true;
  if (remoteAddress === undefined) return false;
  return allowed.check(
    remoteAddress,
    remoteFamily === "IPv6" ? "ipv6" : "ipv4",
  );
}

export function configuredTls({
  HL7_TLS_CERT,
  HL7_TLS_KEY,
  HL7_TLS_CA,
}: Settings): MllpOptions["tls"] {
  if (!HL7_TLS_CERT || !HL7_TLS_KEY) return undefined;
  const tls = {
    cert: readFileSync(HL7_TLS_CERT),
    key: readFileSync(HL7_TLS_KEY),
    ca: HL7_TLS_CA ? readFileSync(HL7_TLS_CA) : undefined,
  };
  try {
    createSecureContext(tls);
  } catch (error) {
    const why = error instanceof Error ? error.message : "";
    throw new CommandError(
      `The files of HL7_TLS_CERT, HL7_TLS_KEY and HL7_TLS_CA cannot be used together: ${why}.`,
    );
  }
  return tls;
}

/** HL7_ALLOW; undefined allows all. */
export function configuredSenders({
  HL7_ALLOW,
}: Pick<Settings, "HL7_ALLOW">): BlockList | undefined {
  if (!HL7_ALLOW) return undefined;
  const senders = new BlockList();
  for (const entry of HL7_ALLOW) {
    const [address = "", prefix] = entry.split("/");
    const family = isIPv4(address) ? "ipv4" : "ipv6";
    if (prefix === undefined) senders.addAddress(address, family);
    else senders.addSubnet(address, Number(prefix), family);
  }
  return senders;
}
