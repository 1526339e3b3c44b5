export { visibleKinds } from '../../../platform/device-classes.ts';
export { makeClaimCode } from './claims/claims.service.ts';
export { DEVICE_TEMPLATES } from './claims/import.service.ts';
export {
  canBuildConfiguration,
  compileFor,
  deliveredOf,
  documentOf,
  guarded,
  isOutdated,
  isPending,
  offNetworksIn,
  releasedOf,
  sameContent,
  sameDocuments,
  sameInSite,
  shownDocument,
  switchPortsOf,
  timedNetworks,
} from './configuration/configuration-document.ts';
export {
  type ConfigurationToPush,
  type ConfigurationToSend,
  configurationsAnswered,
  configurationsDue,
  configurationsNotApplied,
  documentToSend,
  misconfigured,
  type Runs,
  type VersionOfDevice,
  withoutSecrets,
  withSealedSecrets,
} from './configuration/configuration-push.ts';
export {
  adoptVersions,
  type ConfigurationSource,
  documentsOf,
  lockSources,
  type NewestVersion,
  newestVersions,
  readSources,
  type SiteValues,
} from './configuration/configurations.repository.ts';
export { makeConfigurations } from './configuration/configurations.service.ts';
export { releaseSettings, verifySettings } from './configuration/released-settings.ts';
export { endTrials, startTrials, trialsSent } from './configuration/trial.repository.ts';
export type { ConnectedDevice, DeviceFacts } from './device-facts.ts';
export { OBSERVE_ONLY } from './device-joins.ts';
export { DEVICE_CLOSE, type DeviceLink, LinkFailure } from './device-link.ts';
export { clearDevices } from './devices.jobs.ts';
export { createDevices } from './devices.module.ts';
export { deviceRefs } from './devices.repository.ts';
export { findDevices } from './find-devices.ts';
export { setFirstOnline } from './first-online.repository.ts';
export { seesPhoto } from './photos/photos.service.ts';
export { forgetSealedPasswords, refuseSiteWithDevices } from './presence/locked-devices.repository.ts';
export { Batch } from './presence/presence.batch.ts';
export { canHaveMembers } from './presence/presence.ts';
export {
  type Asker,
  isOperableIn,
  ofVisibleKind,
  requireOperable,
  sitesWithin,
  siteWithinReach,
  visibleDevices,
} from './reach.ts';
export {
  type DeviceUse,
  findRemoteDevice,
  type RemoteDevice,
  stillOperable,
} from './remote-access/remote-access.repository.ts';
export { setUpgradeStatuses, type UpgradeStatusChange } from './upgrade-status.ts';
export { type IssuedCode, type VirtualFleet, virtualFleetsToRun } from './virtual/fleets-to-run.ts';
