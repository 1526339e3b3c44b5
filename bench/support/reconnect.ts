import type { Child } from './child.ts';
import { cpuSeconds, ownCpuSeconds } from './cpu.ts';
import { CONNECTED, waitForMetric } from './process-metrics.ts';

const RECONNECT_WITHIN_SECONDS = 600;

export interface Reconnect {
  readonly gateways: readonly Child[];
  /** From the kill until the processes are ready again. */
  readonly restartSeconds: number;
  /** From then until the last device is connected. */
  readonly reconnectSeconds: number;
  readonly nodeSeconds: number;
  readonly databaseSeconds: number;
}

/** Kills the processes with device connections, restarts them and waits until all devices are connected. */
export async function measureReconnect(
  gateways: readonly Child[],
  startAt: (gatewayPort: number) => Promise<Child>,
  devices: number,
  postmasterPid: number | null,
): Promise<Reconnect> {
  const killed = performance.now();
  await Promise.all(gateways.map((gateway) => gateway.kill()));
  const restarted = await Promise.all(gateways.map(({ gatewayPort }) => startAt(gatewayPort)));
  const restartSeconds = (performance.now() - killed) / 1000;
  const used = () => ({
    node: restarted.reduce((sum, { pid }) => sum + ownCpuSeconds(pid), 0),
    database: postmasterPid === null ? 0 : cpuSeconds(postmasterPid),
  });
  const before = used();
  const reconnectSeconds = await waitForMetric(restarted, CONNECTED, devices, RECONNECT_WITHIN_SECONDS);
  const after = used();
  return {
    gateways: restarted,
    restartSeconds,
    reconnectSeconds,
    nodeSeconds: after.node - before.node,
    databaseSeconds: after.database - before.database,
  };
}
