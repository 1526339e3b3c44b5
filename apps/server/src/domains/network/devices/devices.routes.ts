import type { deviceCalls } from '@airloom/contract/devices/devices.calls';
import { OK_NOTHING_CHANGED } from '@airloom/contract/errors';
import type { SignedInContext } from '../../../platform/http/context.ts';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { Platform } from '../../../platform/platform.ts';
import * as ownership from './admission/ownership.service.ts';
import * as trustedCas from './admission/trusted-cas.service.ts';
import * as adding from './claims/adding.service.ts';
import * as claims from './claims/claims.service.ts';
import { importDevices } from './claims/import.service.ts';
import { addDevices } from './claims/registration.service.ts';
import * as configurations from './configuration/configurations.service.ts';
import { setDevicePassword } from './configuration/device-password.service.ts';
import * as takeOver from './configuration/take-over.service.ts';
import { viewDevice } from './device-detail.ts';
import * as devices from './devices.service.ts';
import { exportDevices } from './export.service.ts';
import * as groups from './groups.service.ts';
import * as tags from './tags/tags.service.ts';
import type { VirtualFleets } from './virtual/virtual-fleets.service.ts';

export function deviceRoutes(
  platform: Platform,
  virtualFleets: VirtualFleets,
): Handlers<keyof typeof deviceCalls> {
  return {
    listDevices: (input, { scope }) => devices.listDevices(platform, scope, input),
    deviceCounts: (input, { scope }) => devices.countDevices(platform, scope, input),
    viewDevice: ({ deviceUUID }, { scope }) => viewDevice(platform, scope, deviceUUID),
    findDevicesByMac: ({ macs }, { scope }) => devices.findDevicesByMac(platform, scope, macs),
    addDevices: ({ rows, ...place }, { scope }) => addDevices(platform, scope, place, rows),
    importDevices: (input, { scope, request }) => importDevices(platform, scope, request.language, input),
    updateDevice: async (input, context) =>
      changed(context, await devices.changeDevice(platform, context.scope, input)),
    moveDevices: (input, { scope }) => devices.moveDevices(platform, scope, input),
    setDevicePassword: async (input, context) => {
      const done = await setDevicePassword(platform, context.scope, input);
      changed(context, done.changed > 0);
      return done;
    },
    deleteDevices: ({ deviceUUIDs }, { scope }) => devices.deleteDevices(platform, scope, deviceUUIDs),
    exportDevices: (input, { scope, request }) => exportDevices(platform, scope, request.language, input),

    viewVirtualDevices: ({ siteUUID }, { scope }) => virtualFleets.view(scope, siteUUID),
    startVirtualDevices: ({ siteUUID, kinds }, { scope }) => virtualFleets.start(scope, siteUUID, kinds),
    removeVirtualDevices: ({ siteUUID }, { scope }) => virtualFleets.remove(scope, siteUUID),

    listGroups: (input, { scope }) => groups.listGroups(platform, scope, input),
    createGroup: async (input, { scope }) => ({
      groupUUID: await groups.createGroup(platform, scope, input),
    }),
    updateGroup: async (input, context) =>
      changed(context, await groups.renameGroup(platform, context.scope, input)),
    deleteGroup: async ({ groupUUID }, { scope }) => {
      await groups.deleteGroup(platform, scope, groupUUID);
      return null;
    },
    setDevicesGroup: async (input, context) => {
      const count = await groups.setDevicesGroup(platform, context.scope, input);
      changed(context, count > 0);
      return { changed: count };
    },

    listDeviceTags: (input, { scope }) => tags.listTags(platform, scope, input),

    addingProgress: (input, { scope }) => adding.addingProgress(platform, scope, input),
    listRefusedAttempts: (input, { scope }) => adding.listRefusedAttempts(platform, scope, input),

    createClaimCode: (input, { scope }) => claims.createClaimCode(platform, scope, input),
    listClaimCodes: (input, { scope }) => claims.listClaimCodes(platform, scope, input),
    revokeClaimCode: async ({ claimCodeUUID }, context) =>
      changed(context, await claims.revokeClaimCode(platform, context.scope, claimCodeUUID)),
    listUnclaimed: (input, { scope }) => claims.listUnclaimed(platform, scope, input),
    claimDevices: (input, { scope }) => claims.claimDevices(platform, scope, input),
    rejectUnclaimed: async ({ deviceUUIDs }, { scope }) => ({
      rejected: await claims.rejectUnclaimed(platform, scope, deviceUUIDs),
    }),
    revokeDevice: async ({ deviceUUID }, { scope }) => {
      await claims.revokeDevice(platform, scope, deviceUUID);
      return null;
    },
    listTrustedCas: (_input, { scope }) => trustedCas.listTrustedCas(platform, scope),
    addTrustedCa: (input, { scope }) => trustedCas.addTrustedCa(platform, scope, input),
    proveTrustedCa: async (input, { scope }) => {
      await trustedCas.proveTrustedCa(platform, scope, input);
      return null;
    },
    removeTrustedCa: async ({ trustedCaUUID }, { scope }) => {
      await trustedCas.removeTrustedCa(platform, scope, trustedCaUUID);
      return null;
    },

    approveEnrolment: async (input, { scope }) => {
      await ownership.approveEnrolment(platform, scope, input);
      return null;
    },
    rejectEnrolment: async (input, { scope }) => {
      await ownership.rejectEnrolment(platform, scope, input);
      return null;
    },
    confirmOwnership: async ({ deviceUUID }, { scope }) => {
      await ownership.confirmOwnership(platform, scope, deviceUUID);
      return null;
    },
    releaseDevice: async ({ deviceUUID }, { scope }) => {
      await ownership.releaseDevice(platform, scope, deviceUUID);
      return null;
    },

    listConfigurations: (input, { scope }) => configurations.listConfigurations(platform, scope, input),
    viewConfiguration: (input, { scope }) => configurations.viewConfiguration(platform, scope, input),
    restoreConfiguration: async (input, { scope }) => ({
      version: await configurations.restoreConfiguration(platform, scope, input),
    }),
    previewConfiguration: (input, { scope }) => takeOver.previewConfiguration(platform, scope, input),
    takeOverConfiguration: (input, { scope }) => takeOver.takeOverConfiguration(platform, scope, input),
  };
}

function changed({ request }: SignedInContext, somethingChanged: boolean): null {
  if (!somethingChanged) request.succeedAs(OK_NOTHING_CHANGED);
  return null;
}
