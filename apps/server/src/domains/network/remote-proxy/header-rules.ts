/** A header list as Node's HTTP server and client have it: name, value, name, value. */
export type RawHeaders = readonly string[];

export interface ProxyOrigin {
  /** As browsers address the proxy, such as `http://127.0.0.1:20100`. */
  readonly own: string;
  /** As the device is addressed, such as `https://10.0.0.1:8443`. */
  readonly device: string;
  /** Before the names of the device's cookies: proxies of one host share their cookies. */
  readonly cookiePrefix: string;
}

/** Of this platform: a device neither receives nor sets them. */
const PLATFORM_COOKIES = 'airloom_';

/** Concern one connection, or are set anew. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Say who and where the person is, or how the proxy is reached. */
const NOT_TO_DEVICE = new Set(['host', 'cookie', 'expect', 'origin', 'referer', 'forwarded', 'via']);
const NOT_TO_DEVICE_PREFIXES = ['x-forwarded-', 'sec-fetch-'];

/** Would apply to the host of the proxy, which other devices use too, beyond the end of the proxy. */
const NOT_TO_BROWSER = new Set([
  'strict-transport-security',
  'clear-site-data',
  'public-key-pins',
  'public-key-pins-report-only',
  'alt-svc',
  'nel',
  'report-to',
  'reporting-endpoints',
  'service-worker-allowed',
  'set-cookie',
  'location',
]);

function* pairsOf(headers: RawHeaders): Generator<readonly [name: string, value: string]> {
  for (let at = 0; at + 1 < headers.length; at += 2) yield [headers[at] ?? '', headers[at + 1] ?? ''];
}

/** Headers that the device receives, without those of the connection. */
export function headersForDevice(headers: RawHeaders, origin: ProxyOrigin): string[] {
  const kept: string[] = ['Host', new URL(origin.device).host];
  const cookies: string[] = [];
  for (const [name, value] of pairsOf(headers)) {
    const key = name.toLowerCase();
    if (key === 'cookie') cookies.push(...ownCookies(value, origin.cookiePrefix));
    // The device compares them with its own address.
    if (key === 'origin' && value === origin.own) kept.push('Origin', originOf(origin.device));
    if (key === 'referer') kept.push(...refererForDevice(value, origin));
    const isDropped = HOP_BY_HOP.has(key) || NOT_TO_DEVICE.has(key);
    if (isDropped || NOT_TO_DEVICE_PREFIXES.some((prefix) => key.startsWith(prefix))) continue;
    kept.push(name, value);
  }
  if (cookies.length > 0) kept.push('Cookie', cookies.join('; '));
  return kept;
}

/** Headers that the browser receives, without those of the connection. */
export function headersForBrowser(headers: RawHeaders, origin: ProxyOrigin): string[] {
  const kept: string[] = [];
  let hasReferrerPolicy = false;
  for (const [name, value] of pairsOf(headers)) {
    const key = name.toLowerCase();
    if (key === 'set-cookie') kept.push(...cookieForBrowser(value, origin.cookiePrefix));
    if (key === 'location') kept.push('Location', locationForBrowser(value, origin));
    if (key === 'referrer-policy') hasReferrerPolicy = true;
    if (!HOP_BY_HOP.has(key) && !NOT_TO_BROWSER.has(key)) kept.push(name, value);
  }
  // In addition to a policy of the device: pages of other origins cannot frame it.
  kept.push('Content-Security-Policy', "frame-ancestors 'self'");
  if (!hasReferrerPolicy) kept.push('Referrer-Policy', 'same-origin');
  return kept;
}

function originOf(url: string): string {
  return new URL(url).origin;
}

function refererForDevice(value: string, { own, device }: ProxyOrigin): string[] {
  if (!URL.canParse(value)) return [];
  const { origin, pathname, search } = new URL(value);
  return origin === own ? ['Referer', `${originOf(device)}${pathname}${search}`] : [];
}

/** Of all cookies of this host those that this device set, under their own names. */
function ownCookies(header: string, prefix: string): string[] {
  return header
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.startsWith(prefix) && !cookie.startsWith(PLATFORM_COOKIES))
    .map((cookie) => cookie.slice(prefix.length));
}

/** For this host only, under a name of its own. Names of secure prefixes lose their meaning without TLS. */
function cookieForBrowser(value: string, prefix: string): string[] {
  const [pair = '', ...attributes] = value.split(';');
  const kept = attributes
    .map((attribute) => attribute.trim())
    .filter((attribute) => !/^(?:domain\b|secure$|partitioned$|samesite\s*=\s*none)/i.test(attribute));
  const named = `${prefix}${pair.trim()}`;
  return named.startsWith(PLATFORM_COOKIES) ? [] : ['Set-Cookie', [named, ...kept].join('; ')];
}

/** An address of the device becomes one of the proxy. Others are left, such as that of another port. */
function locationForBrowser(value: string, { own, device }: ProxyOrigin): string {
  const target = URL.canParse(value) ? new URL(value) : null;
  if (target === null || target.origin !== originOf(device)) return value;
  return `${own}${target.pathname}${target.search}${target.hash}`;
}

interface Fetch {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * False for what a page of another origin requests, such as that of another proxy on this host: its cookies would be
 * sent along. Links to a page are followed.
 */
export function isOwnRequest({ method, headers }: Fetch, own: string): boolean {
  const { origin } = headers;
  if (origin !== undefined && origin !== own) return false;
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return true;
  return (
    method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  );
}
