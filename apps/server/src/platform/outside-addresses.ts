import { networkInterfaces } from 'node:os';

/** The IPv4 addresses other machines may reach this one by. */
export function outsideAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
}
