export interface NatsServers {
  /** `host:port`, without credentials. */
  readonly hosts: string[];
  readonly user?: string;
  readonly pass?: string;
  readonly token?: string;
  /** Present when the connection must be encrypted. */
  readonly tls?: Record<string, never>;
}

const PROTOCOLS: ReadonlySet<string> = new Set(['nats:', 'tls:']);

/**
 * One or more servers of one cluster, by comma: `nats://user:password@host:4222`, `nats://token@host`; with
 * `tls://` the server's certificate is verified. Credentials are those of the first.
 */
export function natsServers(urls: string): NatsServers {
  const servers = urls.split(',').map((url) => new URL(url.trim()));
  const [first] = servers;
  const user = decodeURIComponent(first?.username ?? '');
  const pass = decodeURIComponent(first?.password ?? '');
  return {
    hosts: servers.map(({ host }) => host),
    ...(pass !== '' ? { user, pass } : user === '' ? {} : { token: user }),
    ...(servers.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {}),
  };
}

export function areNatsServers(urls: string): boolean {
  return urls.split(',').every((url) => {
    const server = URL.parse(url.trim());
    return server !== null && PROTOCOLS.has(server.protocol) && server.hostname !== '';
  });
}
