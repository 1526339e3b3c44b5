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

/** Who vouches for a device. */
export type Maker =
  /** `tenant`: the account in the subject of certificates issued before their database row alone named it. */
  | { readonly kind: 'own'; readonly tenant: string | null }
  /** Accounts that trust the maker of the certificate. */
  | { readonly kind: 'trusted'; readonly tenants: readonly string[] }
  /** Known to the whole installation: the account that registered the device owns it. */
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
 * Whose certificates are believed. Accounts' own makers are looked up here instead of being handed to TLS, which
 * would tell their names to every stranger who connects; they must have signed the certificate themselves.
 */
export class Trust {
  readonly #authority: CertificateAuthority;
  readonly #knowsFactories: boolean;
  /** By the issuer's name. */
  #anchors = new Map<string, Anchor[]>();

  /** `knowsFactories`: TLS accepts other makers than our own authority. */
  constructor(authority: CertificateAuthority, knowsFactories: boolean) {
    this.#authority = authority;
    this.#knowsFactories = knowsFactories;
  }

  /** Tells which accounts trust a maker no longer. */
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

  /** `verified`: TLS found it good by our own authority or a maker known to the whole installation. */
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
      // Where TLS knows our authority alone, nobody else can have signed it.
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

/** Whether `anchor` is an authority that signed the certificate itself. */
export function hasIssued(anchor: X509Certificate, certificate: X509Certificate): boolean {
  return anchor.ca && certificate.checkIssued(anchor) && certificate.verify(anchor.publicKey);
}

function isCurrent(certificate: X509Certificate, now: Date): boolean {
  return certificate.validFromDate <= now && now < certificate.validToDate;
}

function serialIn(certificate: X509Certificate): Serial | null {
  const name = named(certificate, 'CN');
  return name === null ? null : serialOf(name);
}

/** One part of the subject, which stands a part to a line; one that is given twice is none. */
export function named(certificate: X509Certificate, part: 'CN' | 'O'): string | null {
  // A subject without any part is undefined, whatever its type says.
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

/** An account's claim to a device with a certificate of its maker. */
export interface Registration {
  readonly tenant: string;
  readonly createdAt: Date;
  /** The device has connected there with a certificate of its maker. */
  readonly cameIn: boolean;
  /** It was registered with the serial number that the device reports. */
  readonly namesSn: boolean;
}

export type OwnerFault = 'revoked' | 'unregistered';

/**
 * Which account a proven device belongs to. A serial two accounts know is decided by the maker, never by chance;
 * where the maker decides nothing, a device stays where it is, then the serial number counts, then the first registration.
 * `recorded`: the accounts that have a row of this very certificate, the newest first.
 */
export function ownerOf(
  maker: Maker,
  recorded: readonly string[],
  registrations: readonly Registration[],
  isUnwelcome: (tenant: string) => boolean,
): { readonly tenant: string } | OwnerFault {
  if (maker.kind === 'own') {
    const inSubject = maker.tenant === null ? [] : [maker.tenant];
    const tenants = recorded.length > 0 ? recorded : inSubject;
    const tenant = tenants.find((one) => !isUnwelcome(one));
    if (tenant !== undefined) return { tenant };
    return tenants.length === 0 ? 'unregistered' : 'revoked';
  }
  const possible = maker.kind === 'trusted' ? maker.tenants : registrations.map(({ tenant }) => tenant);
  const open = possible.filter((tenant) => !isUnwelcome(tenant));
  if (possible.length > 0 && open.length === 0) return 'revoked';
  const [first] = registrations.filter(({ tenant }) => open.includes(tenant)).sort(byRank);
  const tenant = first?.tenant ?? (maker.kind === 'trusted' && possible.length === 1 ? open[0] : undefined);
  return tenant === undefined ? 'unregistered' : { tenant };
}

function byRank(a: Registration, b: Registration): number {
  return (
    Number(b.cameIn) - Number(a.cameIn) ||
    Number(b.namesSn) - Number(a.namesSn) ||
    a.createdAt.getTime() - b.createdAt.getTime()
  );
}
