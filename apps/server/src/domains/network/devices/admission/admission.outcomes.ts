import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { Hello } from '@airloom/device-protocol/model';
import type { OwnerFault, Proof } from './admission.trust.ts';
import type { RefusedAttempt } from './refused-attempts.ts';

/** A device with a certificate after its hello. */
export interface Candidate {
  readonly proof: Proof;
  readonly hello: Hello;
  readonly address: string;
  readonly connectionId: string;
  readonly at: Date;
}

export interface Admitted {
  readonly tenant: string;
  readonly deviceId: string;
  readonly siteId: string | null;
  readonly kind: DeviceKind;
  /** The process of its last connection, if the end of that one was not noticed. */
  readonly previousGatewayId: string | null;
}

/** The account knows the device and no longer accepts it. */
export interface RefusedKnownDevice extends Omit<Admitted, 'previousGatewayId'> {
  readonly refused: 'revoked';
}

/**
 * `replaced`: it connected twice at once, and this is the older connection; `quotaReached`: it is new, and the account
 * has its maximum of devices.
 */
export type Refusal =
  | OwnerFault
  | 'waitingForApproval'
  | 'noAccount'
  | 'replaced'
  | 'quotaReached'
  | 'unstorable';

export type Outcome = Admitted | RefusedKnownDevice | Refusal;

/** Responses to a batch of candidates, and the refusals that are shown to accounts. */
export class Outcomes {
  readonly attempts: RefusedAttempt[] = [];
  readonly #byConnection = new Map<string, Outcome>();

  of({ connectionId }: Candidate): Outcome {
    return this.#byConnection.get(connectionId) ?? 'unstorable';
  }

  has({ connectionId }: Candidate): boolean {
    return this.#byConnection.has(connectionId);
  }

  admit({ connectionId }: Candidate, admitted: Admitted): void {
    this.#byConnection.set(connectionId, admitted);
  }

  /** Without an attempt, no account is shown the refusal. */
  refuse(
    { connectionId, proof, hello, address }: Candidate,
    refusal: Refusal | RefusedKnownDevice,
    attempt?: Pick<RefusedAttempt, 'reason' | 'tenant'>,
  ): void {
    this.#byConnection.set(connectionId, refusal);
    if (attempt !== undefined)
      this.attempts.push({ ...attempt, serial: proof.serial, address, sn: hello.sn });
  }
}
