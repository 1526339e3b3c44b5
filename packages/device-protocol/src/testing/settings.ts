import type { BaseSettings } from '../configuration/base-configuration.ts';
import type { Abilities } from '../model.ts';

export const SETTINGS: BaseSettings = {
  version: 1_760_000_000,
  name: 'Quay 3',
  hostname: 'quay-3',
  location: 'North pier',
  timeZone: 'UTC+01:00',
  country: 'PL',
  ntpServers: ['ntp.example.net'],
  reportEverySeconds: 120,
  ledsOn: false,
  managementVlan: null,
  switchPorts: [],
};

export const ABILITIES: Abilities = {
  compressedCommands: true,
  acknowledgedReports: false,
  remoteShell: true,
  country: 'DE',
  radios: [
    { bands: ['2G'], channels: [1, 6, 11], modes: [] },
    { bands: ['5G'], channels: [36], modes: [] },
    { bands: ['5G'], channels: [149], modes: [] },
  ],
  ports: [],
};
