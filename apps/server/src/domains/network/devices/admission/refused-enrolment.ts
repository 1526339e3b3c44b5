import type { RefusalReason } from '@airloom/contract/devices/adding.model';
import { Failure } from '../../../../platform/failure.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { serialInRequest } from './certificate-authority.ts';
import { type CodeState, codeState } from './enrolment.repository.ts';
import { claimCodeHash, type Enrolment } from './enrolment.ts';
import type { RefusedAttempts } from './refused-attempts.ts';

/** Failures of a request with a usable code. */
const REASONS: Readonly<Partial<Record<string, RefusalReason>>> = {
  codeWrong: 'deviceInUse',
  quotaReached: 'quotaReached',
  invalidInput: 'requestInvalid',
  tooManyRequests: 'waitingForApproval',
};

/** Shows a failed enrolment to the account of the code; with an unknown code, to the one that awaits the device. */
export async function noteRefusedEnrolment(
  platform: Pick<Platform, 'database' | 'now'>,
  attempts: Pick<RefusedAttempts, 'note'>,
  { code, csr }: Enrolment,
  address: string,
  error: unknown,
): Promise<void> {
  if (!(error instanceof Failure)) return;
  const known = await platform.database.asSystem((tx) => codeState(tx, claimCodeHash(code)));
  const reason = reasonOf(error, known, platform.now());
  if (reason === undefined) return;
  const serial = await serialInRequest(csr);
  attempts.note({ reason, serial, address, tenant: known?.tenant ?? null, codeId: known?.id ?? null });
}

function reasonOf(failure: Failure, code: CodeState | undefined, now: Date): RefusalReason | undefined {
  if (code === undefined) return failure.key === 'codeWrong' ? 'codeUnknown' : undefined;
  if (code.revokedAt !== null) return 'codeRevoked';
  if (code.expiresAt <= now) return 'codeExpired';
  if (code.usesLeft === 0) return 'codeUsedUp';
  return REASONS[failure.key];
}
