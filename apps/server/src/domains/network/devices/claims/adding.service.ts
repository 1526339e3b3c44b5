import type { ExpectedDevice, RefusedAttempt } from '@airloom/contract/devices/adding.model';
import { ADDING_LIMITS } from '@airloom/contract/devices/devices.limits';
import { serialOfMac } from '@airloom/contract/devices/serial';
import type { Page } from '@airloom/contract/paging';
import { Failure } from '../../../../platform/failure.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import * as repository from './adding.repository.ts';

interface Asked {
  readonly macs?: string | undefined;
  readonly claimCodeUUID?: string | undefined;
}

export function addingProgress(
  platform: Platform,
  scope: Scope,
  { macs, claimCodeUUID }: Asked,
): Promise<{ devices: ExpectedDevice[]; usesLeft: number | null }> {
  return platform.database.withTenant(scope, async (tx) => {
    const usesLeft =
      claimCodeUUID === undefined ? null : await repository.usesLeftOf(tx, scope, claimCodeUUID);
    if (claimCodeUUID !== undefined && usesLeft === null) throw new Failure('notFound');
    const expected = { serials: serialsIn(macs ?? ''), codeId: claimCodeUUID };
    return { devices: await repository.expectedDevices(tx, scope, expected), usesLeft };
  });
}

export function listRefusedAttempts(
  platform: Platform,
  scope: Scope,
  { macs, ...request }: Asked & Omit<repository.AttemptsRequest, 'serials'>,
): Promise<Page<RefusedAttempt>> {
  const serials = macs === undefined ? undefined : serialsIn(macs);
  return platform.database.withTenant(scope, (tx) =>
    repository.listRefusedAttempts(tx, scope, { ...request, serials }),
  );
}

function serialsIn(macs: string): string[] {
  return macs
    .split(',')
    .slice(0, ADDING_LIMITS.expectedMax)
    .flatMap((mac) => serialOfMac(mac) ?? []);
}
