import type { CommandName } from '@airloom/contract/commands/commands.model';
import { COMMAND_STATES, COMMAND_TRANSITIONS, isOver } from '@airloom/contract/commands/commands.states';
import { MINUTE } from '@airloom/contract/time';
import { COMMANDS } from '@airloom/device-protocol/commands';
import type { Answer, DeviceEvent, Hello, Report } from '@airloom/device-protocol/model';
import { describe, expect, test } from 'vitest';
import {
  ended,
  type InFlight,
  isExclusive,
  onAnswer,
  onDeadline,
  onEvent,
  onHello,
  onLost,
  onReport,
  onSilence,
} from './command-lifecycle.ts';

const SENT = 1_000_000;

function flying(command: CommandName, more: Partial<InFlight> = {}): InFlight {
  return {
    tenant: 't',
    id: 'own id',
    batchId: 'b',
    deviceId: 'd',
    deviceKind: 'ap',
    command,
    params: {},
    sentAt: SENT,
    answeredAt: null,
    deadline: SENT + MINUTE,
    seenOff: [],
    cameBack: null,
    ...more,
  };
}

function answer(error: number, more: Partial<Answer> = {}): Answer {
  return { id: 1, error, text: 'words', rejected: [], result: {}, ...more };
}

function hello(more: Partial<Hello> = {}): Hello {
  return {
    serial: '020000000001',
    kind: 'ap',
    sn: null,
    model: '',
    firmware: 'old',
    configVersion: 5,
    reason: 'socket',
    abilities: {
      compressedCommands: false,
      acknowledgedReports: false,
      remoteShell: false,
      webProxy: false,
      tcpTunnels: false,
      country: null,
      radios: [],
      ports: [],
    },
    ...more,
  };
}

function report(uptimeSeconds: number | null, more: Partial<Report> = {}): Report {
  return {
    serial: '020000000001',
    at: null,
    sequence: null,
    configVersion: 5,
    requestId: null,
    unit: { uptimeSeconds, cpuPercent: null, memoryPercent: null, temperature: null },
    uplink: null,
    addresses: [],
    radios: [],
    networks: null,
    clients: [],
    ports: [],
    links: [],
    macTable: [],
    power: null,
    members: [],
    membersAreAll: false,
    pair: null,
    mesh: null,
    disabledPorts: null,
    negotiatedPorts: null,
    portVlans: null,
    isolatedPorts: null,
    routes: null,
    ...more,
  };
}

function failing(phase: 'fail' | 'success'): DeviceEvent {
  return { serial: '020000000001', at: null, happening: { type: 'upgrade', phase, percent: null } };
}

test('only sending is not final, and no command ends as sending', () => {
  expect(COMMAND_STATES.filter((state) => !isOver(state))).toEqual(['sending']);
  expect(COMMAND_TRANSITIONS.sending).toHaveLength(11);
  expect(() => ended('sending')).toThrow();
});

test('each command has the timeout its devices need', () => {
  expect(
    (
      [
        'configure',
        'reboot',
        'upgrade',
        'factoryReset',
        'trace',
        'wifiScan',
        'script',
        'ping',
        'locate',
      ] as const
    ).map((command) => COMMANDS[command].timeoutMs / 1000),
  ).toEqual([120, 30, 900, 30, 300, 120, 60, 60, 30]);
});

test('exclusive commands', () => {
  const names = ['reboot', 'factoryReset', 'upgrade', 'trace', 'script', 'wifiScan', 'reonline'] as const;
  expect(names.map(isExclusive)).toEqual(names.map(() => true));
  expect((['configure', 'locate', 'ping', 'requestState'] as const).map(isExclusive)).toEqual(
    Array(4).fill(false),
  );
});

describe('an answer', () => {
  test.each([
    ['ping', 0, 'ended', 'success'],
    ['locate', 2, 'ended', 'commandError'],
    ['reboot', 0, 'waits', undefined],
    ['reboot', 1, 'ended', 'commandError'],
    ['configure', 0, 'waits', undefined],
    ['configure', 2, 'ended', 'configurationFailure'],
    ['trace', 0, 'waits', undefined],
  ] as const)('to %s with error %i', (command, error, kind, expected) => {
    const verdict = onAnswer(flying(command), answer(error), SENT);
    expect([verdict?.kind, verdict?.kind === 'ended' ? verdict.state : undefined]).toEqual([kind, expected]);
  });

  test('an acknowledgement extends the deadline for the confirmation', () => {
    expect(onAnswer(flying('reboot'), answer(0), SENT)).toEqual({
      kind: 'waits',
      answered: true,
      text: 'words',
      deadline: SENT + 5 * MINUTE,
    });
  });

  test('a partial rejection is reported with its parts', () => {
    const verdict = onAnswer(flying('configure', { deviceKind: 'ac' }), answer(1, { rejected: ['a'] }), SENT);
    expect(verdict).toMatchObject({ state: 'acConfigurationFailed', reason: 'partly', rejected: ['a'] });
  });
});

const UPGRADE = { fromVersion: 'old', toVersion: 'new' };

describe('a hello', () => {
  test.each([
    ['reboot', {}, { reason: 'reboot' }, 'success'],
    ['reboot', {}, { reason: 'coldboot' }, 'success'],
    ['reboot', {}, { reason: 'socket' }, undefined],
    ['factoryReset', {}, { reason: 'factory' }, 'success'],
    ['factoryReset', {}, { reason: 'reboot', configVersion: 1 }, 'success'],
    ['factoryReset', {}, { reason: 'reboot' }, undefined],
    ['reonline', {}, {}, 'success'],
    ['configure', { version: 5 }, {}, 'success'],
    ['configure', { version: 6 }, {}, undefined],
    ['upgrade', UPGRADE, { firmware: 'new' }, 'success'],
    ['upgrade', UPGRADE, { firmware: 'OpenWrt 23.05 / TIP-new', reason: 'upgrade' }, 'success'],
    ['upgrade', UPGRADE, { firmware: 'older', reason: 'upgrade' }, 'commandError'],
    ['upgrade', UPGRADE, {}, undefined],
    ['upgrade', UPGRADE, { reason: 'upgradefailed' }, 'commandError'],
    ['upgrade', UPGRADE, { reason: 'reboot' }, 'commandError'],
    ['upgrade', { fromVersion: 'old', toVersion: 'old' }, { reason: 'upgrade' }, 'success'],
    ['upgrade', { fromVersion: 'old', toVersion: 'old' }, {}, undefined],
    ['ping', {}, { reason: 'reboot' }, undefined],
  ] as const)('after %s (%o): %o', (command, params, greeting, expected) => {
    const verdict = onHello(flying(command, { params }), hello(greeting), SENT);
    expect(verdict?.kind === 'ended' ? verdict.state : undefined).toBe(expected);
  });

  test('reports the version that runs instead of the requested one', () => {
    const upgrade = flying('upgrade', { params: UPGRADE });
    const other = onHello(upgrade, hello({ firmware: 'older' }), SENT);
    expect(other).toMatchObject({ text: 'older', reason: 'otherVersion' });
    const same = onHello(upgrade, hello({ reason: 'reboot' }), SENT);
    expect(same).toMatchObject({ text: 'old', reason: 'sameVersion' });
  });
});

function provenBy(command: InFlight, received: Report): string | undefined {
  const verdict = onReport(command, received, SENT + MINUTE);
  return verdict?.kind === 'ended' ? verdict.state : undefined;
}

describe('a report', () => {
  test('confirms a restart only if the device started after the command', () => {
    expect(provenBy(flying('reboot'), report(10))).toBe('success');
    expect(provenBy(flying('reboot'), report(59))).toBe('success');
    expect(provenBy(flying('reboot'), report(60))).toBeUndefined();
    expect(provenBy(flying('reboot'), report(null))).toBeUndefined();
    // Stored by the device, and measured before.
    expect(provenBy(flying('reboot'), report(0, { at: SENT - 1 }))).toBeUndefined();
    // With a clock ten minutes ahead and an uptime of five.
    expect(provenBy(flying('reboot'), report(300, { at: SENT + 11 * MINUTE }))).toBeUndefined();
  });

  test('confirms a configuration after the answer, or after the connection for the answer ended', () => {
    const params = { version: 5 };
    expect(provenBy(flying('configure', { params }), report(1))).toBeUndefined();
    expect(provenBy(flying('configure', { params, answeredAt: SENT }), report(1))).toBe('success');
    expect(provenBy(flying('configure', { params, cameBack: hello() }), report(1))).toBe('success');
    expect(
      provenBy(flying('configure', { params: { version: 6 }, answeredAt: SENT }), report(1)),
    ).toBeUndefined();
  });

  test('counts however far behind the clock of the device is', () => {
    const at = SENT - 5 * MINUTE;
    const asked = flying('configure', { params: { version: 5 }, answeredAt: SENT });
    expect(provenBy(asked, report(1, { at }))).toBe('success');
    expect(provenBy(flying('requestState'), report(1, { requestId: 'own id', at }))).toBe('success');
  });

  test('answers the request with its id', () => {
    expect(provenBy(flying('requestState'), report(1, { requestId: 'own id' }))).toBe('success');
    expect(provenBy(flying('requestState'), report(1, { requestId: 'other' }))).toBeUndefined();
  });
});

function happened(happening: DeviceEvent['happening']): DeviceEvent {
  return { serial: '020000000001', at: null, happening };
}

describe('a restart that a switch reports after its hello', () => {
  const restarted = happened({ type: 'restarted', cause: 'reboot', text: '' });
  const unnamed = { reason: '' };

  test.each([
    ['reboot', {}, unnamed, 'success'],
    ['factoryReset', {}, { ...unnamed, configVersion: 1 }, 'success'],
    ['factoryReset', {}, unnamed, undefined],
    ['upgrade', UPGRADE, unnamed, 'commandError'],
    ['upgrade', { fromVersion: 'old', toVersion: 'old' }, unnamed, 'success'],
    ['ping', {}, unnamed, undefined],
  ] as const)('after %s (%o): %o', (command, params, greeting, expected) => {
    const sent = flying(command, { params, cameBack: hello(greeting) });
    expect(onHello(sent, hello(greeting), SENT)).toBeNull();
    const verdict = onEvent(sent, restarted);
    expect(verdict?.kind === 'ended' ? verdict.state : undefined).toBe(expected);
  });

  test('does not confirm commands sent on the same connection', () => {
    expect(onEvent(flying('reboot'), restarted)).toBeNull();
  });
});

function kicking(...macs: string[]): InFlight {
  return flying('releaseClients', { params: { clients: macs.map((mac) => ({ mac, banSeconds: 0 })) } });
}

describe('released clients', () => {
  const [one, two] = ['a4:83:e7:00:00:01', 'a4:83:e7:00:00:02'];
  const RADIO = {
    index: 0,
    band: '5G',
    channel: 36,
    widthMhz: 80,
    txPower: null,
    utilisationPercent: null,
    noise: null,
    temperature: null,
    clients: 0,
    traffic: { rxBytes: 0, txBytes: 0 },
    txRetries: null,
    txFailed: null,
  } as const;

  function listing(clients: readonly { mac: string; seconds: number | null }[], more: Partial<Report> = {}) {
    return report(1, {
      radios: [RADIO],
      clients: clients.map(({ mac, seconds }) => ({
        mac,
        ip: null,
        hostname: null,
        wireless: null,
        port: null,
        connectedSeconds: seconds,
        traffic: { rxBytes: 0, txBytes: 0 },
      })),
      ...more,
    });
  }

  test('are released when the next report does not list them, or lists a newer connection', () => {
    expect(provenBy(kicking(one, two), listing([]))).toBe('success');
    expect(provenBy(kicking(one), listing([{ mac: two, seconds: 500 }]))).toBe('success');
    expect(provenBy(kicking(one), listing([{ mac: one, seconds: 10 }]))).toBe('success');
    expect(provenBy(kicking(one), listing([{ mac: one, seconds: 60 }]))).toBeUndefined();
    expect(provenBy(kicking(one, two), listing([{ mac: two, seconds: null }]))).toBeUndefined();
  });

  test('are not confirmed by a report without radios, or an older stored one', () => {
    expect(provenBy(kicking(one), report(1))).toBeUndefined();
    expect(provenBy(kicking(one), listing([], { sequence: 4, at: SENT - 1 }))).toBeUndefined();
    expect(provenBy(kicking(one), listing([], { sequence: 5, at: SENT + 1 }))).toBe('success');
  });

  test('a single one is confirmed by the event of the device', () => {
    const client = { mac: one, ssid: null, band: null, channel: null, signal: null, bssid: null };
    const gone = happened({ type: 'clientLeft', client, traffic: null, connectedSeconds: null });
    expect(onEvent(kicking(one.toUpperCase()), gone)).toMatchObject({ state: 'success' });
    expect(onEvent(kicking(two), gone)).toBeNull();
    expect(onEvent(kicking(one, two), gone)).toBeNull();
  });

  test('are awaited without an answer, and an answer alone does not confirm them', () => {
    expect(onSilence(kicking(one))).toBeNull();
    expect(onSilence(flying('ping'))).toMatchObject({ state: 'ackTimeout' });
    expect(onAnswer(kicking(one), answer(0), SENT)).toMatchObject({ kind: 'waits' });
  });
});

test('any newer measurement of a switch answers a request for its state', () => {
  const asked = flying('requestState', { deviceKind: 'switch' });
  expect(provenBy(asked, report(1, { at: SENT - 5 * MINUTE }))).toBe('success');
  expect(provenBy(asked, report(1, { sequence: 3, at: SENT - 1 }))).toBeUndefined();
});

test('an upgrade that the device aborts ends', () => {
  expect(onEvent(flying('upgrade'), failing('fail'))).toMatchObject({ state: 'commandError' });
  expect(onEvent(flying('upgrade'), failing('success'))).toBeNull();
  expect(onEvent(flying('reboot'), failing('fail'))).toBeNull();
});

test('a lost connection extends commands that end connections, and ends those that need an answer', () => {
  expect(onLost(flying('ping'), SENT)).toMatchObject({ kind: 'ended', state: 'ackTimeout' });
  expect(onLost(flying('reboot'), SENT)).toMatchObject({
    kind: 'waits',
    answered: false,
    deadline: SENT + 5 * MINUTE,
  });
});

test('the deadline ends a command with the state that matches its progress', () => {
  expect(onDeadline({ sentAt: null, answeredAt: null })).toMatchObject({
    state: 'sendFailed',
    reason: 'waitedTooLong',
  });
  expect(onDeadline({ sentAt: SENT, answeredAt: null })).toMatchObject({ state: 'ackTimeout' });
  expect(onDeadline({ sentAt: SENT, answeredAt: SENT })).toMatchObject({ state: 'responseTimeout' });
});

test('a configuration that was in flight when its device connected is lost after a minute', () => {
  const sent = flying('configure', { params: { version: 9 }, deadline: SENT + 5 * MINUTE });
  expect(onHello(sent, hello({ configVersion: 9 }), SENT)).toMatchObject({ state: 'success' });
  const other = hello({ configVersion: 5 });
  expect(onHello(sent, other, SENT)).toMatchObject({ kind: 'waits', deadline: SENT + MINUTE });
  expect(onHello({ ...sent, answeredAt: SENT }, other, SENT)).toBeNull();
});
