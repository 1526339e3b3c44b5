import { deviceFilters } from '@airloom/contract/devices/devices.calls';
import { z } from 'zod';

/** Filters of a list, by their names in the address. */
export const FILTERS = [
  'kind',
  'status',
  'groupUUID',
  'model',
  'version',
  'upgradeStatus',
  'configurationState',
  'managedByUUID',
  'virtual',
  'tag',
] as const;
export type FilterName = (typeof FILTERS)[number];

const { shape } = deviceFilters;

/** Invalid filters in the address are ignored. */
const lenient = z.object({
  kind: shape.kind.catch(undefined),
  status: shape.status.catch(undefined),
  groupUUID: shape.groupUUID.catch(undefined),
  model: shape.model.catch(undefined),
  version: shape.version.catch(undefined),
  upgradeStatus: shape.upgradeStatus.catch(undefined),
  configurationState: shape.configurationState.catch(undefined),
  managedByUUID: shape.managedByUUID.catch(undefined),
  virtual: shape.virtual.catch(undefined),
  tag: shape.tag.catch(undefined),
});

export type DeviceFilterInput = z.output<typeof lenient>;

export function readFilters(given: Readonly<Record<string, string>>): DeviceFilterInput {
  return lenient.parse(given);
}
