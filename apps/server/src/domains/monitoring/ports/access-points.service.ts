import { macOfSerial, serialOfMac } from '@airloom/contract/devices/serial';
import type { PortAccessPoint } from '@airloom/contract/ports/ports.model';
import type { Platform } from '../../../platform/platform.ts';
import type { Scope } from '../../../platform/scope.ts';
import { readManualLinks } from '../../network/topology/index.ts';
import { readAccessPoints } from './access-points.repository.ts';
import { accessPointsAt } from './access-points.ts';
import { readLastReport, readMacTable } from './last-report.repository.ts';

export function listPortAccessPoints(
  { database }: Platform,
  scope: Scope,
  deviceId: string,
): Promise<{ at: string | null; accessPoints: PortAccessPoint[] }> {
  return database.withTenant(scope, async (tx) => {
    const { last, siteId } = await readLastReport(tx, scope, deviceId);
    const { ports = [], links = [] } = last?.report ?? {};
    const macTable = await readMacTable(tx, scope, deviceId);
    const drawn =
      siteId === null ? [] : ((await readManualLinks(tx, scope.tenant, [siteId])).get(siteId) ?? []);
    const manual = drawn.flatMap(({ lowerId, upperId, upperPort }) =>
      upperId === deviceId ? [{ deviceId: lowerId, port: upperPort }] : [],
    );
    const macs = new Set([...links.map(({ peerMac }) => peerMac), ...macTable.flatMap((row) => row.macs)]);
    const devices = await readAccessPoints(
      tx,
      scope,
      [...macs].flatMap((mac) => serialOfMac(mac) ?? []),
      manual.map((link) => link.deviceId),
    );
    const found = accessPointsAt({ ports, links, macTable, manual }, devices);
    return {
      at: last?.at.toISOString() ?? null,
      accessPoints: found.map(({ device, port, source }) => {
        const state = ports.find(({ name }) => name === port);
        return {
          device: {
            deviceUUID: device.id,
            kind: device.kind,
            name: device.name,
            status: device.status,
            model: device.model,
          },
          mac: macOfSerial(device.serial),
          port,
          source,
          linked: state?.linked ?? null,
          speedMbps: state?.linked ? state.speedMbps : null,
          power: state?.power ?? null,
        };
      }),
    };
  });
}
