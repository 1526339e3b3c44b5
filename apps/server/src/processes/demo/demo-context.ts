import type { Readable } from 'node:stream';
import type { CallName, CallTable } from '@airloom/contract/all-calls';
import type { InputOf, OutputOf } from '@airloom/contract/call';
import type { Device } from '@airloom/contract/devices/devices.model';
import { loadOwnerScope } from '../../domains/people/access/index.ts';
import type { DemoEstate } from '../../domains/people/accounts/index.ts';
import type { FileKind } from '../../platform/files/file-kinds.ts';
import { StoredFiles } from '../../platform/files/stored-files.ts';
import type { Platform } from '../../platform/platform.ts';
import type { InternalCalls } from '../internal-calls.ts';

type OwnCall = Parameters<InternalCalls>[1];

/** What parts of the demo are made with: calls of its owner. */
export interface DemoContext {
  readonly platform: Platform;
  readonly estate: DemoEstate;
  call<N extends OwnCall & CallName>(name: N, input: InputOf<CallTable[N]>): Promise<OutputOf<CallTable[N]>>;
  devices(): Promise<readonly Device[]>;
  devicesAt(siteUUID: string): Promise<readonly Device[]>;
  /** Returns its id. */
  storeFile(kind: FileKind, body: Readable): Promise<string>;
}

/** Null while the owner has no access to it. */
export async function demoContext(
  platform: Platform,
  calls: InternalCalls,
  estate: DemoEstate,
): Promise<DemoContext | null> {
  const scope = await platform.database.asSystem((tx) => loadOwnerScope(tx, estate.tenant, estate.manager));
  if (scope === null) return null;
  const call: DemoContext['call'] = (name, input) => calls(scope, name, input);
  const list = async (filter: { siteUUID?: string }) =>
    (await call('listDevices', { ...filter, size: 200 })).rows;
  const origin = { address: '127.0.0.1', call: 'createFirmware', requestId: '' };
  return {
    platform,
    estate,
    call,
    devices: () => list({}),
    devicesAt: (siteUUID) => list({ siteUUID }),
    storeFile: async (kind, body) =>
      (await new StoredFiles(platform).store({ ...scope, origin }, kind, body)).id,
  };
}
