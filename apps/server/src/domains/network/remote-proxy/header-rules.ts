/** A header list as Node's HTTP server and client have it: name, value, name, value. */
export type RawHeaders = readonly string[];

export interface ProxyOrigin {
  /** As browsers address the proxy, such as `http://127.0.0.1:20100`. */
  readonly own: string;
  /** As the device is addressed, such as `https://10.0.0.1:8443`. */
  readonly device: string;
  /** Before the names of the device's cookies: proxies of one host share their cookies. Of this proxy alone. */
  readonly cookiePrefix: string;
  /** Whether no other proxy has this host name. */
  readonly isOwnHost: boolean;
  /** Until the proxy expires; its cookies do not outlive it. */
  secondsLeft(): number;
}

/** Of this platform: a device neither receives nor sets them. */
const PLATFORM_COOKIES = /^(?:__Host-)?airloom_/i;

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
  'referrer-policy',
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
    if (key === 'cookie') cookies.push(...ownCookies(value, origin));
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
  for (const [name, value] of pairsOf(headers)) {
    const key = name.toLowerCase();
    if (key === 'set-cookie') kept.push(...cookieForBrowser(value, origin));
    if (key === 'location') kept.push('Location', locationForBrowser(value, origin));
    if (!HOP_BY_HOP.has(key) && !NOT_TO_BROWSER.has(key)) kept.push(name, value);
  }
  // In addition to a policy of the device: pages of other origins cannot frame it.
  kept.push('Content-Security-Policy', "frame-ancestors 'self'");
  // Requests of the page's own are recognized by their Referer where browsers send no metadata.
  kept.push('Referrer-Policy', 'same-origin');
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

/** A host of its own keeps the names, which scripts read. Others cannot set a cookie with the prefix `__Host-`. */
function protectedPrefix({ own, cookiePrefix }: ProxyOrigin): string {
  return `${own.startsWith('https:') ? '__Host-' : ''}${cookiePrefix}`;
}

/** Of all cookies of this host those of this device, under their own names. */
function ownCookies(header: string, origin: ProxyOrigin): string[] {
  const prefix = protectedPrefix(origin);
  const all = header
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => !PLATFORM_COOKIES.test(cookie));
  const own = all.flatMap((cookie) => (cookie.startsWith(prefix) ? [cookie.slice(prefix.length)] : []));
  if (!origin.isOwnHost) return own;
  const names = new Set(own.map(nameOf));
  // A page of a sibling domain may have set these, but not in place of a protected one.
  const others = all.filter((cookie) => !cookie.startsWith(prefix) && !names.has(nameOf(cookie)));
  return [...own, ...others];
}

function nameOf(cookie: string): string {
  return cookie.split('=', 1)[0]?.trim() ?? '';
}

/** For this host only, under a name of its own, until the proxy expires at the latest. */
function cookieForBrowser(value: string, origin: ProxyOrigin): string[] {
  const [first = '', ...rest] = value.split(';').map((part) => part.trim());
  const isSecure = origin.own.startsWith('https:');
  const isHttpOnly = rest.some((attribute) => /^httponly$/i.test(attribute));
  const keepsName = origin.isOwnHost && !isHttpOnly && !/^__(?:host|secure)-/i.test(first);
  if (PLATFORM_COOKIES.test(first)) return [];
  const isHostPrefixed = isSecure && !keepsName;
  const kept = rest
    .filter((attribute) => !/^(?:domain\b|secure$|partitioned$|samesite\s*=\s*none)/i.test(attribute))
    // The prefix `__Host-` requires this path.
    .filter((attribute) => !isHostPrefixed || !/^path\b/i.test(attribute))
    .map((attribute) => endingWithProxy(attribute, origin.secondsLeft()));
  if (isHostPrefixed) kept.push('Path=/');
  if (isSecure) kept.push('Secure');
  return ['Set-Cookie', [`${keepsName ? '' : protectedPrefix(origin)}${first}`, ...kept].join('; ')];
}

/** An attribute of a cookie; a later end becomes that of the proxy. */
function endingWithProxy(attribute: string, secondsLeft: number): string {
  const [name = '', value = ''] = attribute.split('=', 2).map((part) => part.trim());
  if (/^max-age$/i.test(name)) return `Max-Age=${Math.min(Number.parseInt(value, 10) || 0, secondsLeft)}`;
  if (!/^expires$/i.test(name)) return attribute;
  const until = Date.parse(value);
  return until <= Date.now() ? attribute : `Max-Age=${secondsLeft}`;
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
  const { origin, referer, accept } = headers;
  if (origin !== undefined) return origin === own;
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return true;
  if (site !== undefined) {
    return (
      method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
    );
  }
  // Browsers send no metadata without TLS: an image or script of another page has no Referer of this origin.
  if (typeof referer === 'string' && URL.canParse(referer) && new URL(referer).origin === own) return true;
  return (method === 'GET' || method === 'HEAD') && String(accept ?? '').includes('text/html');
}
