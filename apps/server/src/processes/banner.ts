import { gatewayAddress } from '../domains/people/identity/index.ts';
import type { Settings } from '../platform/settings.ts';

interface BannerValues {
  readonly settings: Settings;
  readonly port: number;
  /** Where devices connect; null when this process accepts none. */
  readonly gatewayPort: number | null;
  readonly administrator: { readonly userName: string; readonly password: string } | null;
  readonly outboxPath: string;
}

/** Printed once the console is ready. The password is shown only here. */
export function banner({ settings, port, gatewayPort, administrator, outboxPath }: BannerValues): string {
  const address = settings.PUBLIC_URL ?? `http://localhost:${port}`;
  const lines = ['', `Airloom is ready: ${address}`];
  if (administrator) {
    lines.push(
      '',
      `  User name  ${administrator.userName}`,
      `  Password   ${administrator.password}`,
      '  This password is shown only now. Change it after signing in.',
    );
  } else {
    lines.push('  Sign in with your user name and password.');
  }
  const gateway = gatewayAddress(settings, address, gatewayPort);
  if (gateway !== '') lines.push('', `  Devices connect to wss://${gateway}`);
  const development = [
    settings.SMTP_URL === undefined ? 'mail' : null,
    settings.SMPP_URL === undefined && settings.SMS_HTTP_URL === undefined ? 'SMS' : null,
  ].filter((channel) => channel !== null);
  if (development.length > 0) {
    lines.push(
      '',
      `  No ${development.join(' or ')} sender is set up: what would be sent is shown at`,
      `  ${address}${outboxPath}`,
    );
  }
  lines.push('', '  Ctrl-C stops it.', '');
  return lines.join('\n');
}
