import { hasAuthority } from '../domains/network/devices/admission/certificate-authority.ts';
import { isMigrated } from '../platform/database/migrate.ts';
import { createLog } from '../platform/log.ts';
import { hasVault } from '../platform/secrets.ts';
import { readSettings, type Settings } from '../platform/settings.ts';
import { type GatewaySettings, startGateway } from './compose-gateway.ts';
import { print, runProcess } from './run-process.ts';

const NEEDED = {
  DATABASE_URL: 'the database of the console',
  NATS_URL: 'the NATS server through which the console and all gateways talk',
  PUBLIC_URL: 'how devices reach the console',
} as const;

/** Accepts device connections beside a console, which may run elsewhere; there can be several. */
async function start(): Promise<() => Promise<void>> {
  const settings = forGateway(readSettings(process.env));
  const log = createLog(settings.LOG_LEVEL);
  if (!(await hasAuthority(settings.dataDir))) {
    throw new Error(
      `There is no certificate authority in ${settings.dataDir}/pki. Use the console’s DATA_DIR, or copy its folder pki there; the console makes it at its first start.`,
    );
  }
  if (!(await hasVault(settings.dataDir))) {
    throw new Error(
      `There is no secret.key in ${settings.dataDir}. Use the console’s DATA_DIR, or copy its secret.key there: without it device passwords cannot be sent.`,
    );
  }
  if (!(await isMigrated(settings.DATABASE_URL))) {
    throw new Error(
      'The database is not the one this version needs. Start the console of this version first.',
    );
  }
  const { port, stop } = await startGateway(settings, log);
  print(`Airloom gateway is ready: devices connect to port ${port}. Ctrl-C stops it.`);
  return stop;
}

function forGateway(settings: Settings): GatewaySettings {
  const { DATABASE_URL, NATS_URL, PUBLIC_URL, GATEWAY_PORT } = settings;
  if (DATABASE_URL === undefined || NATS_URL === undefined || PUBLIC_URL === undefined) {
    const missing = Object.entries(NEEDED).filter(([name]) => process.env[name] === undefined);
    const lines = missing.map(([name, what]) => `  ${name}: ${what}`);
    throw new Error(`A gateway of its own needs these settings:\n${lines.join('\n')}`);
  }
  if (GATEWAY_PORT === 'off') throw new Error('A gateway of its own needs a port: GATEWAY_PORT is off.');
  return { ...settings, DATABASE_URL, NATS_URL, PUBLIC_URL, GATEWAY_PORT };
}

runProcess(start);
