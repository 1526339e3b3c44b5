import type { VirtualDevice } from '../device/virtual-device.ts';
import { NETWORKS } from '../simulation/places.ts';
import { replaceNetworks } from '../simulation/traffic.ts';

/** As it left the factory. Its certificate it keeps. */
export function resetToFactory(device: VirtualDevice): void {
  const { node, site } = device;
  device.uuid = 1;
  device.document = null;
  node.name = node.factoryName;
  node.staticAddress = null;
  node.portsOff.clear();
  node.powerOff.clear();
  node.fixedPorts.clear();
  node.configuredPorts = null;
  replaceNetworks(
    node,
    NETWORKS[site.place.kind].map((name) => ({ name, bands: node.model.bands })),
  );
  device.reportMs = device.environment.reportMs;
  device.environment.changed();
}
