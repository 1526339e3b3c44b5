import { hostname } from 'node:os';
import type { CertificateAuthority } from '../../domains/network/devices/admission/certificate-authority.ts';
import { outsideAddresses } from '../../platform/outside-addresses.ts';
import type { Settings } from '../../platform/settings.ts';

/** Certificate for every name and address by which a device may reach this machine. */
export async function serverIdentity(
  authority: CertificateAuthority,
  { PUBLIC_URL, GATEWAY_ADDRESS }: Pick<Settings, 'PUBLIC_URL' | 'GATEWAY_ADDRESS'>,
  now: Date,
): Promise<{ readonly key: string; readonly cert: string }> {
  const names = ['localhost', hostname(), '127.0.0.1', '::1', ...outsideAddresses()];
  const urls = [PUBLIC_URL, GATEWAY_ADDRESS && `https://${GATEWAY_ADDRESS}`];
  for (const url of urls) if (url) names.push(new URL(url).hostname.replace(/^\[|\]$/g, ''));
  const pair = await authority.serverPair([...new Set(names)], now);
  return { key: pair.key, cert: `${pair.certificate}\n${authority.pem}` };
}
