import type { DeviceCommand } from './command-model.ts';
import { colonMacOf, serialOf } from './identity.ts';
import type { Serial } from './model.ts';

type Parameters = Readonly<Record<string, unknown>>;

const AT_ONCE = { when: 0 };

/** Parameters of a command on the wire, without the serial. */
export function parametersOf(serial: Serial, command: DeviceCommand): Parameters {
  return { serial, ...ownParametersOf(command) };
}

function ownParametersOf(command: DeviceCommand): Parameters {
  switch (command.name) {
    case 'configure':
      // The document contains its version as well; a device refuses one without.
      return { uuid: command.version, ...AT_ONCE, config: { ...command.document, uuid: command.version } };
    case 'reboot':
      return AT_ONCE;
    case 'ping':
      return {};
    case 'factoryReset':
      return { ...AT_ONCE, keep_redirector: command.keepRedirector ? 1 : 0 };
    case 'upgrade':
      return {
        ...AT_ONCE,
        uri: command.uri,
        keep_redirector: command.keepRedirector ? 1 : 0,
        ...(command.signature === undefined ? {} : { FWsignature: command.signature }),
        // Access points then trust the private authority of the gateway.
        ...(command.uri.startsWith('https:') ? { 'use-local-certificates': true } : {}),
      };
    case 'locate':
      return { ...AT_ONCE, duration: command.seconds, pattern: command.pattern };
    case 'trace':
      return {
        ...AT_ONCE,
        uri: command.uri,
        duration: command.durationSeconds,
        packets: command.packets,
        network: command.network,
        interface: command.interface,
      };
    case 'wifiScan':
      return { verbose: false, active: true, bands: command.bands };
    case 'requestState':
      return { ...AT_ONCE, message: command.what, request_uuid: command.requestId };
    case 'script':
      return {
        ...AT_ONCE,
        type: 'shell',
        script: Buffer.from(command.script).toString('base64'),
        timeout: command.timeoutSeconds,
      };
    case 'telemetry':
      return { interval: command.intervalSeconds, types: ['state'] };
    case 'remoteShell':
      return {
        method: 'rtty',
        id: command.id,
        token: command.token,
        server: command.host,
        port: command.port,
        user: command.user,
        timeout: command.timeoutSeconds,
        password: '',
      };
    case 'powerCycle':
      return { ...AT_ONCE, ports: command.ports.map((port) => ({ name: port.name, cycle: port.offMs })) };
    case 'cableTest':
      return { ...AT_ONCE, ports: command.ports };
    case 'releaseClients':
      return { actions: command.clients.map(({ mac, banSeconds }) => kickAction(mac, banSeconds)) };
  }
}

/** IEEE 802.11 reason 5: the access point cannot handle more stations. */
const DISASSOCIATED = 5;

function kickAction(mac: string, banSeconds: number): Parameters {
  const serial = serialOf(mac);
  return {
    action: 'kick',
    addr: serial === null ? mac : colonMacOf(serial),
    reason: DISASSOCIATED,
    ban_time: banSeconds,
  };
}
