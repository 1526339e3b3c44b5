import type { wirelessCalls } from '@airloom/contract/wireless/wireless.calls';
import type { ExamplesOf } from './example.ts';

export const wirelessExamples: ExamplesOf<typeof wirelessCalls> = {
  listWirelessNetworks: ({ siteUUID }) => ({ siteUUID }),
  viewRadioOptions: ({ siteUUID }) => ({ level: 'site', placeUUID: siteUUID }),
  readConfiguration: ({ siteUUID, marker }) => ({
    place: { level: 'site', uuid: siteUUID },
    document: {
      interfaces: [
        {
          name: 'WAN',
          ssids: [{ name: `${marker} read`, 'wifi-bands': ['5G'], encryption: { proto: 'none' } }],
        },
      ],
    },
  }),
};
