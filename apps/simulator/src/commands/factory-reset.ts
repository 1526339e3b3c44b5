import type { VirtualDevice } from '../device/virtual-device.ts';
import { FACTORY_INTERFACES, factoryNetworks, factoryRadio } from '../simulation/factory-settings.ts';
import { moveNetworkCounters } from '../simulation/traffic.ts';

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
  node.isolatedPorts = [];
  node.staticRoutes = [];
  for (const radio of node.radios) Object.assign(radio, factoryRadio(radio.band, node.index));
  node.networks = factoryNetworks(site.place.kind, node.model);
  node.hasFactoryNetworks = true;
  node.interfaces = FACTORY_INTERFACES;
  moveNetworkCounters(node);
  device.reportMs = device.environment.reportMs;
  device.environment.changed();
}
