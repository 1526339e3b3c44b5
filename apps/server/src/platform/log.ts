import pino, { type Logger } from 'pino';

export type { Logger } from 'pino';

/** Names of secret fields; they are removed from every logged object. */
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
