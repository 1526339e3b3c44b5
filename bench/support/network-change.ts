import { NETWORK } from '@airloom/device-protocol/testing/settings';
import type { Account } from './account.ts';
import { callConsole } from './call-console.ts';
import type { Child } from './child.ts';
import type { BenchDatabase } from './database.ts';

interface StoredNetwork {
  readonly id: string;
  readonly version: number;
}

/** Source of a change to the network of the first organization of an account, which is created unless there is one. */
export async function networkChange(
  { owner }: BenchDatabase,
  { tenant }: Account,
  vlan: number | null,
): Promise<object> {
  const { rows: organizations } = await owner.query<{ id: string }>(
    'select id from enterprise where tenant_id = $1 order by name limit 1',
    [tenant],
  );
  const { rows: networks } = await owner.query<StoredNetwork>(
    'select id, version from setting where tenant_id = $1',
    [tenant],
  );
  return {
    kind: 'edits',
    edits: [
      {
        kind: 'wirelessNetwork',
        settingUUID: networks[0]?.id ?? null,
        baseVersion: networks[0]?.version ?? null,
        place: { level: 'organization', uuid: organizations[0]?.id },
        value: { ...NETWORK, encryption: 'wpa2', password: 'Harbour-1234', bands: ['2G', '5G'], vlan },
      },
    ],
  };
}

/** Reviews and applies a change; returns its id. */
export async function applyChange(
  on: { readonly console: Child; readonly account: Account },
  source: object,
): Promise<string> {
  const { digest } = await callConsole<{ digest: string }>(on, 'POST', '/configuration/review', { source });
  const { changeUUID } = await callConsole<{ changeUUID: string }>(on, 'POST', '/configuration/apply', {
    source,
    digest,
    reason: 'Benchmark',
  });
  return changeUUID;
}
