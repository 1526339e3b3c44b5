import type { Child } from './child.ts';
import { cpuSeconds, ownCpuSeconds } from './cpu.ts';
import { CONNECTED, reached } from './door.ts';

const BACK_WITHIN_SECONDS = 600;

export interface Return {
  readonly doors: readonly Child[];
  /** From the kill until they were ready again. */
  readonly awaySeconds: number;
  /** From then until the last device was in. */
  readonly backSeconds: number;
  readonly nodeSeconds: number;
  readonly databaseSeconds: number;
}

/** Kills the processes that hold the devices, starts them again and waits until all are back. */
export async function returning(
  doors: readonly Child[],
  startAt: (gatewayPort: number) => Promise<Child>,
  devices: number,
  postmasterPid: number | null,
): Promise<Return> {
  const killed = performance.now();
  await Promise.all(doors.map((door) => door.kill()));
  const again = await Promise.all(doors.map(({ gatewayPort }) => startAt(gatewayPort)));
  const awaySeconds = (performance.now() - killed) / 1000;
  const used = () => ({
    node: again.reduce((sum, { pid }) => sum + ownCpuSeconds(pid), 0),
    database: postmasterPid === null ? 0 : cpuSeconds(postmasterPid),
  });
  const before = used();
  const backSeconds = await reached(again, CONNECTED, devices, BACK_WITHIN_SECONDS);
  const after = used();
  return {
    doors: again,
    awaySeconds,
    backSeconds,
    nodeSeconds: after.node - before.node,
    databaseSeconds: after.database - before.database,
  };
}
