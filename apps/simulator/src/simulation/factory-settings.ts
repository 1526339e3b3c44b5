import type { Band } from '@airloom/device-protocol/model';
import type { Model } from './models.ts';
import type { Network, Radio } from './node.ts';
import { NETWORKS, type PlaceKind } from './places.ts';
import { CHANNEL_PLANS } from './radio-propagation.ts';

/** The uplink only. */
export const FACTORY_INTERFACES: readonly string[] = ['up0v0'];

/** Simulated devices broadcast networks before they are configured, unlike real ones: a demo shows clients at once. */
export function factoryNetworks(kind: PlaceKind, { bands }: Model): Network[] {
  return NETWORKS[kind].map((name, ssidIndex) => ({ name, bands, interfaceIndex: 0, ssidIndex }));
}

type RadioSettings = Pick<Radio, 'channel' | 'width' | 'txPower' | 'isOn' | 'clientsMax'>;

/** Neighbours get different channels: channels are assigned in rotation. */
export function factoryRadio(band: Band, deviceIndex: number): RadioSettings {
  const { channels, width, txPower } = CHANNEL_PLANS[band];
  const channel = channels[deviceIndex % channels.length] ?? 1;
  return { channel, width, txPower, isOn: true, clientsMax: null };
}
