import { errorCode } from '../platform/error-code.ts';
import type { Console } from './compose.ts';

const DEFAULT_PORT = 8080;
const TRIES = 20;

/** The configured port, or an error; without one, the first free port from the default on. */
export async function listenOnFreePort(
  target: Pick<Console, 'listen'>,
  wanted: number | undefined,
  print: (line: string) => void,
): Promise<number> {
  if (wanted !== undefined) {
    return listen(target, wanted).catch((error: unknown) => {
      throw isTaken(error)
        ? new Error(`Port ${wanted} is used by another program. Choose one: PORT=${wanted + 1} npm start`)
        : error;
    });
  }
  for (let port = DEFAULT_PORT; port < DEFAULT_PORT + TRIES; port += 1) {
    try {
      const taken = await listen(target, port);
      if (port !== DEFAULT_PORT) {
        print(`Port ${DEFAULT_PORT} is used by another program; taking ${taken}. PORT=<number> chooses one.`);
      }
      return taken;
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
  }
  throw new Error(`No free port from ${DEFAULT_PORT} on. Choose one: PORT=<number> npm start`);
}

async function listen(target: Pick<Console, 'listen'>, port: number): Promise<number> {
  return Number(new URL(await target.listen(port)).port);
}

function isTaken(error: unknown): boolean {
  return errorCode(error) === 'EADDRINUSE' || errorCode(error) === 'EACCES';
}
