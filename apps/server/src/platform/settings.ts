import { resolve } from 'node:path';
import { z } from 'zod';
import { areNatsServers } from './bus/nats-servers.ts';
import { parseNetwork } from './http/outside.ts';
import { isSchedule } from './jobs/schedule.ts';
import { readPortRange } from './port-range.ts';
import { sharesCookies } from './proxy-host.ts';
import { QUOTA_SETTINGS } from './quotas/quota-settings.ts';

const flag = z
  .enum(['on', 'off'])
  .optional()
  .transform((value) => value !== 'off');
const optionalText = z.string().trim().min(1).optional();
const optionalUrl = z.url().optional();

/** Null if web pages of devices have another host than the console, as far as it is known at start. */
function proxyHostProblem(settings: {
  readonly PROXY_HOST?: string | undefined;
  readonly PUBLIC_URL?: string | undefined;
  readonly PORTAL_URL?: string | undefined;
}): string | null {
  const { PROXY_HOST: proxy } = settings;
  for (const name of ['PUBLIC_URL', 'PORTAL_URL'] as const) {
    const url = settings[name];
    if (proxy === undefined || url === undefined || !sharesCookies(proxy, new URL(url).hostname)) continue;
    return `${proxy} is the host of ${name}, or a domain above or below it: pages of devices could set and read cookies of the console. Use another domain`;
  }
  return null;
}

/** Every setting of the server. All are optional; the README lists them with these defaults. */
const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  HOST: z.string().default('0.0.0.0'),
  /** Where devices connect. */
  GATEWAY_PORT: z.union([z.literal('off'), z.coerce.number().int().min(0).max(65_535)]).optional(),
  /** How devices reach the gateway, when that is not the console's host and the gateway's port. */
  GATEWAY_ADDRESS: z
    .string()
    .regex(/^(?:[a-z\d.-]+|\[[\da-f:.]+\]):\d{1,5}$/i, 'host:port')
    .optional(),
  /** Where switches download firmware without TLS, for those that trust no certificate of ours. */
  FIRMWARE_HTTP_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** Where devices connect back for remote access. */
  RTTY_PORT: z.union([z.literal('off'), z.coerce.number().int().min(0).max(65_535)]).optional(),
  /** Whether they may do so without TLS. */
  RTTY_PLAIN: z
    .enum(['on', 'off'])
    .default('off')
    .transform((value) => value === 'on'),
  /** Public ports of remote proxies, one per proxy. */
  PROXY_PORTS: z
    .string()
    .default('20100-20119')
    .transform(readPortRange)
    .refine((ports) => ports !== undefined, 'off, or a range of at most 1000 ports such as 20100-20119'),
  /** Host name of remote proxies, another one than the console's; `*.` gives each proxy a name of its own. */
  PROXY_HOST: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^(?:\*\.)?[a-z\d](?:[a-z\d.-]*[a-z\d])?$/, 'a host name, or *. and a domain')
    .optional(),
  /** Certificate chain and key (PEM) of remote proxies; without them they are served without TLS. */
  PROXY_CERT_FILE: optionalText,
  PROXY_KEY_FILE: optionalText,
  GATEWAY_HOST: z.string().default('0.0.0.0'),
  GATEWAY_CONNECTIONS: z.coerce.number().int().min(1).max(200_000).default(30_000),
  /** Manufacturer certificate authorities that are trusted: the account that registered a device owns it. */
  DEVICE_CA_FILE: optionalText,
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: optionalUrl,
  /** Codes from a refused start whose keys are missing or different, separated by commas. */
  ACCEPT_NEW_KEYS: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter((code) => code !== '')),
  /** The NATS server between the processes of this installation. */
  NATS_URL: z
    .string()
    .refine(areNatsServers, 'nats://host:port or tls://host:port, several by comma')
    .optional(),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(500).default(20),
  /** How browsers reach this server, when it is behind a proxy or has a name. */
  PUBLIC_URL: optionalUrl,
  PORTAL_URL: optionalUrl,
  TRUSTED_PROXIES: z.string().default(''),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
  AIRLOOM_DEMO: flag,
  AIRLOOM_REGISTRATION: flag,
  /** Simulated devices of all accounts together; 0: none can be started. */
  VIRTUAL_DEVICES_MAX: z.coerce.number().int().min(0).max(1_000).default(100),
  /** A device with a new configuration is verified when it is still connected after this time. */
  CONFIGURATION_HOLD_SECONDS: z.coerce.number().int().min(0).max(600).default(30),
  OPERATION_LOG_DAYS: z.coerce.number().int().min(1).max(3650).default(365),
  /** Retention of devices' figures: raw, hourly, daily. */
  TELEMETRY_RAW_HOURS: z.coerce
    .number()
    .int()
    .min(24)
    .max(31 * 24)
    .default(72),
  TELEMETRY_HOURLY_DAYS: z.coerce.number().int().min(35).max(3650).default(400),
  TELEMETRY_DAILY_DAYS: z.coerce.number().int().min(35).max(3650).default(1100),
  DEVICE_LOG_DAYS: z.coerce.number().int().min(1).max(3650).default(90),
  TERMINAL_LOG_DAYS: z.coerce.number().int().min(1).max(3650).default(90),
  METRICS_TOKEN: optionalText,
  /** Folder of scheduled backups; without it there are none. */
  BACKUP_DIR: optionalText,
  /** Five fields as in a crontab, UTC. */
  BACKUP_SCHEDULE: z.string().trim().default('30 2 * * *').refine(isSchedule, 'five fields as in a crontab'),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(1000).default(7),
  BACKUP_PASSPHRASE: z.string().optional(),
  BACKUP_PASSPHRASE_FILE: optionalText,
  /** For evaluation and tests: messages without a sender count as sent when they are in the outbox of the console. */
  OUTBOX_COUNTS_AS_SENT: z
    .enum(['on', 'off'])
    .default('off')
    .transform((value) => value === 'on'),
  SMTP_URL: optionalUrl,
  MAIL_FROM: z.string().default('Airloom <airloom@localhost>'),
  SMPP_URL: optionalUrl,
  SMS_HTTP_URL: optionalUrl,
  SMS_HTTP_TOKEN: optionalText,
  SMS_FROM: z.string().default('Airloom'),
  /** Networks that webhooks may reach although they are not public. */
  WEBHOOK_ALLOW: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter((network) => network !== ''))
    .refine(
      (list) => list.every((network) => parseNetwork(network) !== null),
      'networks such as 10.1.0.0/16, by comma',
    ),
  S3_ENDPOINT: optionalUrl,
  S3_BUCKET: optionalText,
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: optionalText,
  S3_SECRET_ACCESS_KEY: optionalText,
  WECHAT_APP_ID: optionalText,
  WECHAT_APP_SECRET: optionalText,
  WECHAT_OPEN_URL: z.url().default('https://open.weixin.qq.com'),
  WECHAT_API_URL: z.url().default('https://api.weixin.qq.com'),
  ...QUOTA_SETTINGS,
});

export type Settings = z.output<typeof environment> & { readonly dataDir: string };

/** Reads the settings, or fails with one line per invalid variable. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`These settings cannot be used:\n${lines.join('\n')}`);
  }
  const problem = proxyHostProblem(parsed.data);
  if (problem !== null) throw new Error(`These settings cannot be used:\n  PROXY_HOST: ${problem}`);
  return { ...parsed.data, dataDir: resolve(parsed.data.DATA_DIR) };
}
