import { DEVICE_KINDS, type DeviceKind } from '@airloom/contract/devices/device-classes';
import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import type { DeviceCounts, DeviceGroup } from '@airloom/contract/devices/devices.model';
import { CONFIGURATION_STATES, UPGRADE_STATUSES } from '@airloom/contract/devices/devices.states';
import type { DeviceTag } from '@airloom/contract/devices/tags.calls';
import { QUOTAS } from '@airloom/contract/quotas';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/api/use-call.ts';
import { useKindNames } from '../../../shared/devices/use-kind-names.ts';
import { usePlace } from '../../../shared/session/use-place.ts';
import type { TableState } from '../../../shared/table/use-table.ts';
import type { FilterName } from '../device-filters.ts';
import type { Filter } from './FilterMenu.tsx';
import { useStateNames } from './use-state-names.ts';

/** Several kinds may have the same model; it is listed once. */
function distinct(values: readonly string[]): { value: string; label: string }[] {
  return [...new Set(values)].filter((value) => value !== '').map((value) => ({ value, label: value }));
}

const NO_GROUPS: readonly DeviceGroup[] = [];
const NO_TAGS: readonly DeviceTag[] = [];

/** Filters of a list, besides the status. */
export function useDeviceFilters(
  table: TableState<FilterName>,
  counts: DeviceCounts | undefined,
  kind: DeviceKind | undefined,
): readonly Filter[] {
  const { t } = useTranslation();
  const place = usePlace();
  const kinds = useKindNames();
  const names = useStateNames();
  const groups =
    useCall(deviceCalls.listGroups, { ...place, size: QUOTAS.deviceGroups.highest, sort: 'name' }).data
      ?.rows ?? NO_GROUPS;
  const tags = useCall(deviceCalls.listDeviceTags, place).data ?? NO_TAGS;
  const choices = useMemo(() => {
    const ofKind = <T extends { kind: DeviceKind }>(rows: readonly T[] = []) =>
      rows.filter((row) => kind === undefined || row.kind === kind);
    return {
      kind: DEVICE_KINDS.map((value) => ({ value, label: kinds[value] })),
      groupUUID: groups.map(({ groupUUID, name, siteName }) => ({
        value: groupUUID,
        label: place.siteUUID === undefined ? `${name} · ${siteName}` : name,
      })),
      tag: tags.map(({ name }) => ({ value: name, label: name })),
      model: distinct(ofKind(counts?.models).map(({ model }) => model)),
      version: distinct(ofKind(counts?.versions).map(({ version }) => version)),
      upgradeStatus: UPGRADE_STATUSES.map((value) => ({ value, label: names.upgrade[value] })),
      configurationState: [
        ...CONFIGURATION_STATES.map((value) => ({ value, label: names.configuration[value] })),
        { value: 'failed', label: t('devices.configurationFailed') },
      ],
      virtual: [
        { value: 'true', label: t('devices-pages.virtual.only') },
        { value: 'false', label: t('devices-pages.virtual.without') },
      ],
    };
  }, [t, counts, groups, tags, kind, kinds, names, place.siteUUID]);
  const labels = {
    kind: t('devices.column.kind'),
    groupUUID: t('devices.column.groupName'),
    tag: t('devices.column.tags'),
    model: t('devices.column.model'),
    version: t('devices.column.version'),
    upgradeStatus: t('devices.column.upgradeStatus'),
    configurationState: t('devices.column.configurationState'),
    virtual: t('devices.column.virtual'),
  };
  const offered = [
    'kind',
    'groupUUID',
    'tag',
    'model',
    'version',
    'upgradeStatus',
    'configurationState',
    'virtual',
  ] as const;
  return offered
    .filter((name) => name !== 'kind' || kind === undefined)
    .map((name) => ({
      name,
      label: labels[name],
      value: table.filter(name),
      choices: choices[name],
      onChange: (value) => table.setFilter(name, value),
    }));
}
