import { DEVICE_LIMITS } from '@airloom/contract/devices/devices.limits';
import { deviceKind } from '@airloom/contract/devices/devices.model';
import { isSnOf } from '@airloom/contract/devices/devices.rules';
import { macOf } from '@airloom/device-protocol/identity';
import { z } from 'zod';
import type { Transaction } from '../../../../platform/database/database.ts';
import { publishEvents } from '../../../../platform/events/outbox.ts';
import { Failure } from '../../../../platform/failure.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { hashToken } from '../../../../platform/secrets.ts';
import { type CertificateAuthority, CsrRefused, type DeviceCertificate } from './certificate-authority.ts';
import {
  certifiedDevice,
  keepCertificate,
  keepDevice,
  keyUseOf,
  lockDeviceWithSerial,
  placeEnrolled,
  type UsedCode,
  useCode,
} from './enrolment.repository.ts';
import { replaceUnused, requestApproval } from './re-enrolment.ts';

const CODE_MAX = 200;
const CSR_MAX = 8_192;
const LABEL_MAX = 64;

/** Printable, so that it can be stored and shown. */
const label = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[\x20-\x7e]*$/);

export const enrolment = z.object({
  code: z.string().trim().min(1).max(CODE_MAX),
  csr: z.string().max(CSR_MAX),
  /** Its format is checked by kind. */
  sn: z.string().trim().max(LABEL_MAX).default(''),
  kind: deviceKind.default('ap'),
  model: label(LABEL_MAX).default(''),
  /** Initial name, until a person changes it. */
  name: label(DEVICE_LIMITS.nameMax).default(''),
});
export type Enrolment = z.output<typeof enrolment>;

export const renewal = enrolment.pick({ csr: true });

export interface Enrolled {
  readonly serial: string;
  readonly certificate: string;
  readonly ca: string;
  readonly notAfter: string;
}

/** Hash of a claim code. People copy it by hand, with or without its hyphens. */
export function claimCodeHash(code: string): Buffer {
  return hashToken(code.toUpperCase().replaceAll(/[^0-9A-Z]/g, ''));
}

/** The process that handles the request. */
export interface GatewayContext {
  readonly gatewayId: string;
  /** Whether the device is connected to this process. */
  isHere(tenant: string, deviceId: string): boolean;
}

/**
 * Exchanges a claim code for a certificate of the code's account. The certificate is issued inside the transaction that
 * uses the code: an invalid request costs no use, an invalid code gets nothing. A device that has connected before and
 * uses another key gets a certificate that requires approval; a device in use gets none.
 */
export async function enrol(
  platform: Pick<Platform, 'database' | 'quotas' | 'now' | 'wakeOutbox' | 'log'>,
  authority: CertificateAuthority,
  process: GatewayContext,
  request: Enrolment,
  address: string,
): Promise<Enrolled> {
  const now = platform.now();
  const answer = await platform.database.asSystem(async (tx) => {
    const code = await useCode(tx, claimCodeHash(request.code), now);
    if (code === undefined) throw new Failure('codeWrong');
    const { tenant } = code;
    const issued = await issue(authority, request.csr, now);
    const { serial } = issued;
    // An invalid serial number is not stored.
    const sn = isSnOf(request.kind, request.sn) ? request.sn : '';
    if ((await lockDeviceWithSerial(tx, tenant, serial)) === undefined) {
      await platform.quotas.requireNow(tx, code, 'devices');
    }
    const device = await keepDevice(tx, {
      tenant,
      id: newId(),
      serial,
      siteId: code.siteId,
      kind: request.kind,
      sn,
      name: request.name || sn || macOf(serial),
      model: request.model,
      virtual: code.virtual,
    });
    const { id: deviceId } = device;
    const keys = await keyUseOf(tx, tenant, deviceId, issued.keyHash);
    if (!keys.sameKey && (await isInUse(tx, process, code, deviceId, now))) {
      platform.log.warn({ tenant, serial }, 'a code was handed in in the name of a device that is in use');
      throw new Failure('codeWrong');
    }
    const certificate = { tenant, ...issued, deviceId, codeId: code.id, now };
    if (!keys.sameKey) {
      const asked = { tenant, device, address, certificate };
      // Also a member of a controller, which has no own certificate.
      if (device.firstOnlineAt !== null) {
        await requestApproval(tx, asked, keys.waiting);
        return enrolled(authority, issued);
      }
      if (keys.certified) await replaceUnused(tx, asked);
    }
    if (device.siteId === null && code.siteId !== null) {
      await placeEnrolled(tx, tenant, deviceId, code.siteId);
    }
    await keepCertificate(tx, certificate);
    await publishEvents(tx, [{ tenant, type: 'DevicesChanged', payload: {} }]);
    return enrolled(authority, issued);
  });
  platform.wakeOutbox();
  return answer;
}

/** Has a valid certificate, and is connected or in another site than the code: it must be revoked first. */
async function isInUse(
  tx: Transaction,
  process: GatewayContext,
  { tenant, madeFor }: UsedCode,
  deviceId: string,
  now: Date,
): Promise<boolean> {
  const device = await certifiedDevice(tx, tenant, deviceId, now);
  if (device === undefined) return false;
  const { siteId, gatewayId } = device;
  if (siteId !== null && madeFor !== null && siteId !== madeFor) return true;
  // Its row contains this process for a while after it disconnected; for others there is only the row.
  return process.isHere(tenant, deviceId) || (gatewayId !== null && gatewayId !== process.gatewayId);
}

/** @throws {Failure} for an invalid request */
export function issue(authority: CertificateAuthority, csr: string, now: Date): Promise<DeviceCertificate> {
  return authority.issueToDevice(csr, now).catch((error: unknown) => {
    throw error instanceof CsrRefused ? new Failure('invalidInput') : error;
  });
}

export function enrolled(authority: CertificateAuthority, issued: DeviceCertificate): Enrolled {
  const { serial, pem, notAfter } = issued;
  return { serial, certificate: pem, ca: authority.pem, notAfter: notAfter.toISOString() };
}
