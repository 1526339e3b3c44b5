export { Captures } from './captures.ts';
export { type Commands, createCommands } from './commands.module.ts';
export { beginDownload, endDownload, type SentBytes } from './downloads.repository.ts';
export { listBatches } from './log.repository.ts';
export type { Scans } from './ports.ts';
export { type DeviceKey, shiftSent } from './queue.repository.ts';
export {
  type HouseOrder,
  type Queued,
  queueCommand,
  queueCommands,
  queueIfPossible,
  queueWhereAble,
} from './queue.ts';
export { ReportStarter } from './report-starter.ts';
export { Runner, type RunnerParts } from './runner.ts';
export { Sweep } from './sweep.ts';
export { wakeHolders } from './waking.ts';
