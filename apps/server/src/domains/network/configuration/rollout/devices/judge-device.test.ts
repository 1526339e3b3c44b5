import { CONFIGURATION_LIMITS } from '@airloom/contract/configuration/configuration.limits';
import { MINUTE, SECOND } from '@airloom/contract/time';
import { describe, expect, it } from 'vitest';
import type { NewestVersion } from '../../../devices/index.ts';
import { type DeviceInFlight, type Evidence, type Judgement, judgeDevice } from './judge-device.ts';

const { answerWithinMs, offlineWaitMs, verifyAfterRadarCheckWithinMs } = CONFIGURATION_LIMITS;
const CHANGE = '00000000-0000-4000-8000-000000000001';
const START = Date.parse('2026-03-01T12:00:00Z');

const newest: NewestVersion = {
  version: 8,
  state: 'pending',
  reason: 'change',
  changeId: CHANGE,
  rejected: [],
  document: { radios: [], interfaces: [] },
};

const online = { connected: true, onlineAt: new Date(START - MINUTE), managed: true, upgrading: false };
const offline = { ...online, connected: false };
const shown: Evidence['observed'] = {
  configVersion: 8,
  radios: [],
  networks: [],
  ports: [],
  disabledPorts: null,
  portVlans: null,
  isolatedPorts: null,
  routes: null,
};

function judge(
  row: Partial<DeviceInFlight>,
  evidence: Partial<Evidence>,
  afterMs: number,
): Partial<Judgement> | null {
  const whole: DeviceInFlight = {
    deviceId: 'device',
    siteId: 'site',
    state: 'sent',
    version: 8,
    revertedVersion: null,
    nextAt: new Date(START + answerWithinMs),
    shownAt: null,
    earlier: null,
    ...row,
  };
  return judgeDevice(
    whole,
    CHANGE,
    { device: online, newest, observed: null, ...evidence },
    { now: new Date(START + afterMs), holdMs: 0 },
  );
}

describe('a delivery', () => {
  it('fails without an answer in time, whether the device is connected or not', () => {
    expect(judge({}, {}, answerWithinMs - SECOND)).toBeNull();
    const failed = { state: 'noAnswer', failure: 'noAnswer' };
    expect(judge({}, {}, answerWithinMs)).toMatchObject(failed);
    expect(judge({}, { device: offline }, answerWithinMs)).toMatchObject(failed);
  });

  it('fails when the device applied it and did not stay connected', () => {
    const evidence = { device: offline, newest: { ...newest, state: 'applied' } } as const;
    expect(judge({ state: 'accepted' }, evidence, answerWithinMs)).toMatchObject({
      state: 'noAnswer',
      failure: 'connectionLost',
    });
  });

  it('fails when no report shows it', () => {
    const evidence = { newest: { ...newest, state: 'applied' } } as const;
    expect(judge({ state: 'accepted' }, evidence, answerWithinMs)).toMatchObject({
      state: 'notVerified',
      failure: 'notShown',
      missing: [{ what: 'version', name: '8', band: null }],
    });
  });

  it('fails when the device rejects it', () => {
    const evidence = { newest: { ...newest, state: 'refused', rejected: ['no'] } } as const;
    expect(judge({}, evidence, SECOND)).toMatchObject({ failure: 'rejected', rejected: ['no'] });
    const notKept = { newest: { ...newest, state: 'notApplied' } } as const;
    expect(judge({}, notKept, SECOND)).toMatchObject({ state: 'rejected', failure: 'notKept' });
  });
});

describe('a revert', () => {
  const row = {
    state: 'reverting',
    revertedVersion: 8,
    version: 7,
    nextAt: new Date(START + offlineWaitMs),
  } as const;
  const applied = { ...newest, state: 'applied' } as const;

  it('ends with a report', () => {
    expect(judge(row, { newest: applied, observed: shown }, SECOND)).toMatchObject({ state: 'reverted' });
  });

  it('waits for an offline device, up to a limit', () => {
    expect(judge(row, { device: offline }, offlineWaitMs - SECOND)).toBeNull();
    expect(judge(row, { device: offline }, offlineWaitMs)).toMatchObject({
      state: 'revertFailed',
      revertFailure: 'notReturned',
    });
  });

  it('fails when a connected device does not answer, or rejects it', () => {
    expect(judge(row, {}, answerWithinMs)).toMatchObject({ revertFailure: 'noAnswer' });
    const refused = { ...newest, state: 'refused', rejected: ['no'] } as const;
    expect(judge(row, { newest: refused }, SECOND)).toMatchObject({
      revertFailure: 'rejected',
      rejected: ['no'],
    });
  });

  it('fails when a connected device applied it and no report shows it', () => {
    const limit = answerWithinMs + verifyAfterRadarCheckWithinMs;
    expect(judge(row, { newest: applied }, limit - SECOND)).toBeNull();
    expect(judge(row, { newest: applied }, limit)).toMatchObject({
      state: 'revertFailed',
      revertFailure: 'notShown',
    });
    // It is away for the upgrade.
    const device = { ...online, upgrading: true };
    expect(judge(row, { device, newest: applied }, limit)).toBeNull();
  });
});
