const LOOPBACK =
  /^(?:localhost|(?:[a-z0-9-]+\.)*localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1|::ffff:127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/;

/** The prefix of an IPv4-mapped IPv6 address. */
const MAPPED = /^::ffff:(?=\d+\.)/;

function plainName(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(MAPPED, "");
}

export function isLoopbackHost(host: string): boolean {
  return LOOPBACK.test(plainName(host));
}

interface Addresses {
  HOST: string;
  API_HOST: string;
  PUBLIC_URL: string;
}

/** Whether anybody but this machine can reach an installation, by its own port or by a proxy (R260). */
export function isReachableByOthers({
  HOST,
  API_HOST,
  PUBLIC_URL,
}: Addresses): boolean {
  const { protocol, hostname } = new URL(PUBLIC_URL);
  return (
    protocol === "https:" ||
    [HOST, API_HOST, hostname].some((host) => !isLoopbackHost(host))
  );
}

/**
 * Without PUBLIC_URL: a loopback name, or the address that it listens on or was reached by. Any other name may be
 * somebody else's (R261).
 */
export function isOwnHost(
  hostHeader: string,
  listensAt: string,
  connectedTo: string | undefined,
): boolean {
  const name = plainName(hostHeader.replace(/:\d{1,5}$/, ""));
  return (
    isLoopbackHost(name) ||
    name === plainName(listensAt) ||
    (connectedTo !== undefined && name === plainName(connectedTo))
  );
}
