import type { Contributor } from './contributor.ts';

/** Neighbour discovery, remote access and clock. */
export const services: Contributor = ({ kind, base: { name, location, ntpServers } }) => ({
  services: {
    lldp: { describe: name, location },
    ssh: { ...(kind === 'switch' ? { enable: true } : {}), 'password-authentication': false },
    ...(ntpServers.length === 0 ? {} : { ntp: { servers: ntpServers } }),
  },
});
