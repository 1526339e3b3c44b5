import { lookup } from 'node:dns/promises';
import { isIpv4 } from '@airloom/contract/formats/network/ipv4';
import { MINUTE, SECOND } from '@airloom/contract/time';
import { outsideAddresses } from './outside-addresses.ts';
import type { Settings } from './settings.ts';

export type PlatformAddresses = Pick<
  Settings,
  'GATEWAY_ADDRESS' | 'PUBLIC_URL' | 'PORTAL_URL' | 'PROXY_HOST'
>;

/** Host names and addresses under which devices and browsers reach this platform. */
function platformHosts(settings: PlatformAddresses): Set<string> {
  const { GATEWAY_ADDRESS, PUBLIC_URL, PORTAL_URL, PROXY_HOST } = settings;
  const hosts = [GATEWAY_ADDRESS, PROXY_HOST?.replace(/^\*\./, '')];
  const urls = [PUBLIC_URL, PORTAL_URL, ...hosts.map((host) => host && `https://${host}`)];
  return new Set(urls.flatMap((url) => (url === undefined || url === '' ? [] : [new URL(url).hostname])));
}

/** Whether a host name or IPv4 address is one of this platform's, also one of this machine's. */
export function isPlatformAddress(settings: PlatformAddresses, host: string): boolean {
  return platformHosts(settings).has(host) || outsideAddresses().includes(host);
}

const RESOLVED_FOR_MS = MINUTE;
const RESOLVE_MAX_MS = 2 * SECOND;

async function ipv4Of(host: string): Promise<string[]> {
  return (await lookup(host, { all: true, family: 4 })).map(({ address }) => address);
}

/** Addresses of this platform, also those that its host names resolve to. */
export class PlatformAddressBook {
  readonly #settings: PlatformAddresses;
  readonly #monotonic: () => number;
  readonly #resolve: (host: string) => Promise<string[]>;
  readonly #resolved = new Map<string, readonly string[]>();
  #until = Number.NEGATIVE_INFINITY;
  #resolving: Promise<void> = Promise.resolve();

  constructor(settings: PlatformAddresses, monotonic: () => number, resolve = ipv4Of) {
    this.#settings = settings;
    this.#monotonic = monotonic;
    this.#resolve = resolve;
  }

  async has(address: string): Promise<boolean> {
    if (isPlatformAddress(this.#settings, address)) return true;
    const now = this.#monotonic();
    if (now >= this.#until) {
      this.#until = now + RESOLVED_FOR_MS;
      this.#resolving = this.#refresh();
    }
    await this.#resolving;
    return [...this.#resolved.values()].some((addresses) => addresses.includes(address));
  }

  /** A name that cannot be resolved now keeps its last addresses. */
  async #refresh(): Promise<void> {
    const names = [...platformHosts(this.#settings)].filter((host) => !isIpv4(host));
    const resolving = names.map(async (host) => {
      this.#resolved.set(host, await this.#resolve(host));
    });
    const { promise: tooLate, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, RESOLVE_MAX_MS);
    await Promise.race([Promise.allSettled(resolving), tooLate]);
    clearTimeout(timer);
  }
}
