export { resolveSettings } from './resolve-settings.ts';
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
  lockSettings,
  overridesOf,
  type SettingRow,
  settingsAround,
  settingsById,
  settingsOfSites,
  settingVersions,
  type WrittenSetting,
  writeSettings,
} from './settings.repository.ts';
export { settingOf } from './stored-setting.ts';
