import { z } from 'zod';
import { settingPlace } from '../configuration/edits.ts';
import { band } from '../devices/devices.model.ts';
import { timestamp, uuid } from '../fields.ts';
import { ENCRYPTIONS } from './wireless-network.rules.ts';

/** A wireless network with where it is on air now. Counts are of visible devices. */
export const wirelessNetworkRow = z.object({
  networkUUID: uuid,
  ssid: z.string(),
  enabled: z.boolean(),
  hidden: z.boolean(),
  encryption: z.enum(ENCRYPTIONS),
  vlan: z.number().int().nullable(),
  bands: z.array(band),
  place: settingPlace.and(z.object({ name: z.string() })),
  /** Sites that override some of its fields. */
  overrides: z.number().int(),
  /** Access points that should broadcast it, and those that report it. */
  wantedDevices: z.number().int(),
  onAirDevices: z.number().int(),
  /** Sites where it is on air, and clients that use it now. */
  sites: z.number().int(),
  clients: z.number().int(),
  /** Devices whose rolled-out settings differ from the present ones, or whose reports show the network on other bands. */
  pendingDevices: z.number().int(),
  /** Whether a change of the network or of its overrides is being rolled out, so that devices may differ for now. */
  rollingOut: z.boolean(),
  updatedBy: z.string(),
  updatedAt: timestamp,
});
export type WirelessNetworkRow = z.infer<typeof wirelessNetworkRow>;

/** What can be chosen for the radios of a place. */
export const radioOptions = z.object({
  country: z.string(),
  bands: z.array(
    z.object({
      band,
      /** Radios of this band there, of all devices. */
      radios: z.number().int(),
      channels: z.array(
        z.object({ channel: z.number().int(), radar: z.boolean(), maxDbm: z.number().int() }),
      ),
      widthsMhz: z.array(z.number().int()),
      /** On the channel that allows most. */
      maxDbm: z.number().int(),
    }),
  ),
});
export type RadioOptions = z.infer<typeof radioOptions>;
