import { compile } from '@airloom/device-protocol/configuration/compile';
import type { ConfigurationDocument } from '@airloom/device-protocol/configuration/document';
import { resolve } from '@airloom/device-protocol/configuration/resolve';
import { withSecrets } from '@airloom/device-protocol/configuration/secrets';
import { missingIn } from '@airloom/device-protocol/configuration/verify';
import { anySettings, PLACE } from '@airloom/device-protocol/testing/arbitrary-settings';
import { SETTINGS } from '@airloom/device-protocol/testing/settings';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PROFILES } from '../profiles/profiles.ts';
import { MODELS } from '../simulation/models.ts';
import { WireDevice } from '../testing/wire-device.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 4, 5, 9) }));
afterEach(() => void vi.useRealTimers());

const MODELS_WITH_RADIOS = [...MODELS.ap, ...MODELS.smart, PROFILES['tip-ap'].model];

const CLIENTS = 5;

type Settings = Parameters<typeof resolve>[0];

/** The document of settings for the abilities that the device lists when it connects. */
function documentFor({ hello }: WireDevice, settings: Settings, version: number): ConfigurationDocument {
  const { document } = compile({
    kind: hello.kind,
    base: { ...SETTINGS, version },
    abilities: hello.abilities,
    effective: resolve(settings, PLACE),
    offNetworks: new Set(),
  });
  return withSecrets(document, (digest) => `key ${digest}`);
}

/** Configures the device, and reads its next report. */
function check(device: WireDevice, settings: Settings, version: number): void {
  const document = documentFor(device, settings, version);
  const answer = device.configure(document);
  expect([answer?.error, answer?.rejected]).toEqual([0, []]);
  vi.advanceTimersByTime(document.metrics.statistics.interval * 1000);
  const { networks, clients, radios } = device.report;
  expect(missingIn(document, device.report)).toEqual([]);
  const onAir = new Map(networks?.map(({ bssid, ssid }) => [bssid, ssid]));
  expect(onAir.size).toBe(networks?.length);
  for (const { wireless } of clients) expect(onAir.get(wireless?.bssid ?? '')).toBe(wireless?.ssid);
  for (const wanted of document.radios ?? []) {
    const radio = radios.find(({ band }) => band === wanted.band);
    expect(radio === undefined).toBe(wanted.enable === false);
    expect(radio?.clients ?? 0).toBeLessThanOrEqual(wanted['maximum-clients'] ?? CLIENTS);
    expect(radio?.widthMhz ?? 0).toBeLessThanOrEqual(wanted['channel-width']);
    if (radio && wanted['tx-power'] !== undefined) expect(radio.txPower).toBe(wanted['tx-power']);
    if (radio && wanted['valid-channels']) expect(wanted['valid-channels']).toContain(radio.channel);
  }
}

test.each(MODELS_WITH_RADIOS.map((model) => [model.name, model] as const))(
  '%s accepts any valid settings compiled for it, and its next report verifies them',
  (_, model) => {
    const kind = MODELS.smart.includes(model) ? 'smart' : 'ap';
    fc.assert(
      fc.property(anySettings, anySettings, (first, second) => {
        const device = new WireDevice({ kind, model, clients: CLIENTS });
        try {
          check(device, first, SETTINGS.version);
          check(device, second, SETTINGS.version + 1);
        } finally {
          device.stop();
        }
      }),
    );
  },
);
