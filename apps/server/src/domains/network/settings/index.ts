export { resolveSettings } from './resolve-settings.ts';
export { readSealedSecrets, revealSecrets, storeSecrets } from './setting-secrets.ts';
export {
  deleteSettings,
  lockSettings,
  type SettingRow,
  settingsOfSites,
  type WrittenSetting,
  writeSettings,
} from './settings.repository.ts';
export { settingOf } from './stored-setting.ts';
