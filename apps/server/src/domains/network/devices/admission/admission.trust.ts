import { X509Certificate } from 'node:crypto';
import { serialOf } from '@airloom/device-protocol/identity';
import type { Serial } from '@airloom/device-protocol/model';
import { z } from 'zod';
import {
  type CertificateAuthority,
  DEVICE_ORGANIZATION,
  fingerprintOf,
  keyHashOf,
} from './certificate-authority.ts';

/** Issuer of a device certificate. */
export type Maker =
  /** `tenant`: the account in the subject of certificates issued before their database row alone named it. */
  | { readonly kind: 'own'; readonly tenant: string | null }
  /** Accounts that trust the authority of the certificate. */
  | { readonly kind: 'trusted'; readonly tenants: readonly string[] }
  /** Trusted by the whole installation: the account that registered the device owns it. */
  | { readonly kind: 'factory' };

export interface Proof {
  readonly serial: Serial;
  readonly fingerprint: string;
  readonly keyHash: string;
  readonly notAfter: Date;
  readonly maker: Maker;
}

export type ProofFault = 'noCertificate' | 'expired' | 'untrusted' | 'noSerial';

export interface TrustedCa {
  readonly tenant: string;
  readonly pem: string;
}

interface Anchor {
  readonly certificate: X509Certificate;
  readonly tenants: Set<string>;
}

const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';
const tenantId = z.uuid();

/**
 * Decides which certificates are trusted. Authorities of accounts are looked up here instead of being passed to TLS,
 * which would send their names to every client; they must have signed the certificate directly.
 */
export class Trust {
  readonly #authority: CertificateAuthority;
  readonly #knowsFactories: boolean;
  /** Issuer name → authorities. */
  #anchors = new Map<string, Anchor[]>();

  /** `knowsFactories`: TLS accepts other authorities than our own. */
  constructor(authority: CertificateAuthority, knowsFactories: boolean) {
    this.#authority = authority;
    this.#knowsFactories = knowsFactories;
  }

  /** Returns the accounts that no longer trust an authority. */
  replace(trusted: readonly TrustedCa[]): ReadonlySet<string> {
    const anchors = new Map<string, Anchor[]>();
    for (const { tenant, pem } of trusted) {
      const certificate = readable(pem);
      if (certificate === null) continue;
      const namesakes = anchors.get(certificate.subject) ?? [];
      const same = namesakes.find((anchor) => anchor.certificate.raw.equals(certificate.raw));
      if (same !== undefined) same.tenants.add(tenant);
      else namesakes.push({ certificate, tenants: new Set([tenant]) });
      anchors.set(certificate.subject, namesakes);
    }
    const lost = new Set<string>();
    for (const { certificate, tenants } of [...this.#anchors.values()].flat()) {
      const kept = anchors
        .get(certificate.subject)
        ?.find((anchor) => anchor.certificate.raw.equals(certificate.raw));
      for (const tenant of tenants) if (kept?.tenants.has(tenant) !== true) lost.add(tenant);
    }
    this.#anchors = anchors;
    return lost;
  }

  /** `verified`: TLS verified it by our own authority or one trusted by the whole installation. */
  prove(certificate: X509Certificate | undefined, verified: boolean, now: Date): Proof | ProofFault {
    if (certificate === undefined) return 'noCertificate';
    if (!isCurrent(certificate, now)) return 'expired';
    const maker = this.#makerOf(certificate, verified, now);
    if (maker === null) return 'untrusted';
    const serial = serialIn(certificate);
    if (serial === null) return 'noSerial';
    return {
      serial,
      fingerprint: fingerprintOf(certificate),
      keyHash: keyHashOf(certificate),
      notAfter: certificate.validToDate,
      maker,
    };
  }

  #makerOf(certificate: X509Certificate, verified: boolean, now: Date): Maker | null {
    if (verified) {
      // If TLS trusts only our authority, no other one can have signed it.
      if (this.#knowsFactories && !this.#authority.issued(certificate)) return { kind: 'factory' };
      const organization = named(certificate, 'O');
      if (organization === DEVICE_ORGANIZATION) return { kind: 'own', tenant: null };
      const tenant = tenantId.safeParse(organization).data;
      return tenant === undefined ? null : { kind: 'own', tenant };
    }
    if (certificate.keyUsage !== undefined && !certificate.keyUsage.includes(CLIENT_AUTH)) return null;
    const tenants = (this.#anchors.get(certificate.issuer) ?? [])
      .filter((anchor) => isCurrent(anchor.certificate, now) && hasIssued(anchor.certificate, certificate))
      .flatMap((anchor) => [...anchor.tenants]);
    return tenants.length === 0 ? null : { kind: 'trusted', tenants: [...new Set(tenants)] };
  }
}

/** Whether `anchor` is an authority that signed the certificate directly. */
export function hasIssued(anchor: X509Certificate, certificate: X509Certificate): boolean {
  return anchor.ca && certificate.checkIssued(anchor) && certificate.verify(anchor.publicKey);
}

function isCurrent(certificate: X509Certificate, now: Date): boolean {
  return certificate.validFromDate <= now && now < certificate.validToDate;
}

/** The serial that a certificate names, whoever issued it. */
export function serialIn(certificate: X509Certificate): Serial | null {
  const name = named(certificate, 'CN');
  return name === null ? null : serialOf(name);
}

/** One part of the subject, which has one part per line; null if it occurs twice. */
export function named(certificate: X509Certificate, part: 'CN' | 'O'): string | null {
  // The subject of a certificate without parts is undefined, contrary to its type.
  const subject: string | undefined = certificate.subject;
  const lines = (subject ?? '').split('\n').filter((line) => line.startsWith(`${part}=`));
  return lines.length === 1 ? (lines[0]?.slice(part.length + 1) ?? null) : null;
}

function readable(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem);
  } catch {
    return null;
  }
}

/** An account's claim to a device with a factory certificate. */
export interface Registration {
  readonly tenant: string;
  readonly createdAt: Date;
  /** The device has connected there with a factory certificate. */
  readonly hasConnected: boolean;
  /** It was registered with the serial number that the device reports. */
  readonly namesSn: boolean;
}

export type OwnerFault = 'revoked' | 'unregistered';

/**
 * The account that owns a proven device. Of several accounts with the serial, the issuer decides; otherwise the device
 * stays where it is, then the serial number counts, then the first registration. `recorded`: the accounts with a row of
 * this certificate, the newest first.
 */
export function ownerOf(
  maker: Maker,
  recorded: readonly string[],
  registrations: readonly Registration[],
  isRefusedBy: (tenant: string) => boolean,
): { readonly tenant: string } | OwnerFault {
  if (maker.kind === 'own') {
    const inSubject = maker.tenant === null ? [] : [maker.tenant];
    const tenants = recorded.length > 0 ? recorded : inSubject;
    const tenant = tenants.find((one) => !isRefusedBy(one));
    if (tenant !== undefined) return { tenant };
    return tenants.length === 0 ? 'unregistered' : 'revoked';
  }
  const possible = maker.kind === 'trusted' ? maker.tenants : registrations.map(({ tenant }) => tenant);
  const open = possible.filter((tenant) => !isRefusedBy(tenant));
  if (possible.length > 0 && open.length === 0) return 'revoked';
  const [first] = registrations.filter(({ tenant }) => open.includes(tenant)).sort(byRank);
  const tenant = first?.tenant ?? (maker.kind === 'trusted' && possible.length === 1 ? open[0] : undefined);
  return tenant === undefined ? 'unregistered' : { tenant };
}

function byRank(a: Registration, b: Registration): number {
  return (
    Number(b.hasConnected) - Number(a.hasConnected) ||
    Number(b.namesSn) - Number(a.namesSn) ||
    a.createdAt.getTime() - b.createdAt.getTime()
  );
}
