export { Captures } from './captures/captures.ts';
export { type Commands, createCommands } from './commands.module.ts';
export { listBatches } from './log/log.repository.ts';
export { beginDownload, endDownload, type SentBytes } from './queue/downloads.repository.ts';
export type { Scans } from './queue/ports.ts';
export { type DeviceKey, shiftSent } from './queue/queue.repository.ts';
export {
  type Queued,
  queueCommand,
  queueCommands,
  queueIfPossible,
  queueWhereAble,
  type SystemCommand,
} from './queue/queue.ts';
export { ReportStarter } from './queue/report-starter.ts';
export { Runner, type RunnerParts } from './queue/runner.ts';
export { Sweep } from './queue/sweep.ts';
export { wakeGateways } from './queue/wake-gateways.ts';
