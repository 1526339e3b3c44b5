import pino, { type Logger } from 'pino';

export type { Logger } from 'pino';

/** Names under which secrets travel; whatever else logs an object, these never reach the log. */
const SECRET_PATHS = [
  'password',
  'oldPassword',
  'confirmPassword',
  'code',
  'token',
  'secret',
  'authorization',
  'cookie',
];

export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_PATHS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' },
  });
}
