export { type PlacedDevice, placesOf, resolveSettings } from './resolve-settings.ts';
export {
  deleteSecrets,
  hasNewSecrets,
  readSealedSecrets,
  revealSecrets,
  secretsBefore,
  storeSecrets,
  tenantsWithSecrets,
  withDigests,
} from './setting-secrets.ts';
export {
  deleteSettings,
  kindsOfDevices,
  lockSettings,
  overridesOf,
  type SettingRow,
  settingsAround,
  settingsById,
  settingsOfGroup,
  settingsOfSites,
  settingVersions,
  vlanSettings,
  type WrittenSetting,
  writeSettings,
} from './settings.repository.ts';
export { settingOf } from './stored-setting.ts';
