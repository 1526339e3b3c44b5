import { aptInstall, mayInstallPackages } from './apt.mjs';
import { findOnPath } from './on-path.mjs';

/** Where Debian puts it is not on everyone's path. */
const ELSEWHERE = '/usr/sbin';

const hasNats = () => findOnPath(['nats-server'], `${process.env['PATH'] ?? ''}:${ELSEWHERE}`) !== undefined;

/** A build machine tests several processes over NATS too; a person's machine only if it has a NATS server. */
export async function ensureNatsInCi() {
  if (process.env['CI'] !== 'true' || hasNats() || !mayInstallPackages()) return;
  await aptInstall('Installing NATS', 'nats-server');
}
