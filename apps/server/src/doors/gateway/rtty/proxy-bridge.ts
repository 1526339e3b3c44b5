import {
  PROXY_STREAM,
  type ProxyRequest,
  proxyRequest,
} from '../../../domains/network/remote-proxy/proxy-stream.ts';
import type { BusStream } from '../../../platform/bus/bus-stream.ts';
import type { BusStreams } from '../../../platform/bus/bus-streams.ts';
import type { Logger } from '../../../platform/log.ts';
import { type DeviceDialer, DialFailure } from './device-dialer.ts';
import { ProxyLine } from './proxy-line.ts';

type Dialer = Pick<DeviceDialer, 'connect'>;

/** Serves the proxied connections that the console opens to devices of this process. */
export function serveProxies(streams: BusStreams, dialer: Dialer, log: Logger): void {
  const lines = new ProxyLines(dialer);
  streams.serve(PROXY_STREAM, (stream, request) => {
    const target = proxyRequest.parse(request);
    lines.carry(stream, target).catch((error: unknown) => {
      if (!(error instanceof DialFailure)) log.error({ err: error }, 'a proxied connection failed');
      stream.end(error instanceof DialFailure ? error.reason : 'failed');
    });
  });
}

/** One line per device, opened for its first proxied connection. */
class ProxyLines {
  readonly #dialer: Dialer;
  readonly #lines = new Map<string, Promise<ProxyLine>>();

  constructor(dialer: Dialer) {
    this.#dialer = dialer;
  }

  async carry(stream: BusStream, request: ProxyRequest): Promise<void> {
    const line = await this.#lineTo(request);
    line.carry(stream, request);
  }

  #lineTo({ tenant, deviceId }: ProxyRequest): Promise<ProxyLine> {
    const key = `${tenant} ${deviceId}`;
    const known = this.#lines.get(key);
    if (known !== undefined) return known;
    const forget = (): void => void this.#lines.delete(key);
    const opening = this.#dialer.connect({ tenant, deviceId }).then((connection) => {
      connection.onEnd(forget);
      if (!connection.isOpen) throw new DialFailure('noConnection');
      return new ProxyLine(connection);
    });
    opening.catch(forget);
    this.#lines.set(key, opening);
    return opening;
  }
}
