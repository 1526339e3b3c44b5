import 'reflect-metadata';
import { randomBytes, webcrypto } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { request } from 'node:https';
import { isIP } from 'node:net';
import {
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  PemConverter,
  Pkcs10CertificateRequestGenerator,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { type Json, readJson, recordIn, textIn } from '../json.ts';
import type { Node } from '../simulation/node.ts';
import { cryptoKeys, type Issuer, SIGNING } from './identities.ts';

const YEAR_MS = 365 * 86_400_000;
const TIMEOUT_MS = 30_000;

/** Enrols at the cloud with a claim code. */
export function enrolWith(
  gateway: URL,
  codeFor: (node: Node) => string | undefined,
  trusted: () => string | undefined,
): Issuer {
  return async (node, keys) => {
    const code = codeFor(node);
    if (code === undefined) throw new Error(`${node.serial} has neither a certificate nor a claim code`);
    const signed = await Pkcs10CertificateRequestGenerator.create({
      name: `CN=${node.serial}`,
      keys: await cryptoKeys(keys),
      signingAlgorithm: SIGNING,
    });
    const { sn, kind, name } = node;
    const body = { code, csr: signed.toString('pem'), sn, kind, name, model: node.model.name };
    const answer = await call(gateway, '/enrol', trusted(), body);
    const read = readJson(answer);
    const data: Json = read && 'data' in read ? recordIn(read['data']) : (read ?? {});
    const certificate = textIn(data['certificate']);
    if (!certificate)
      throw new Error(`the cloud gave ${node.serial} no certificate: ${answer.slice(0, 200)}`);
    return chained(certificate, data['chain']);
  };
}

function chained(certificate: string, chain: unknown): string {
  const rest = Array.isArray(chain) ? chain.filter((one) => typeof one === 'string') : [textIn(chain) ?? ''];
  return [certificate, ...rest]
    .map((pem) => pem.trim())
    .filter((pem) => pem !== '')
    .join('\n');
}

/** Fetches the certificate authority of the cloud. */
export function fetchAuthority(gateway: URL): Promise<string> {
  return call(gateway, '/ca.pem', undefined, null);
}

function call(gateway: URL, path: string, ca: string | undefined, body: object | null): Promise<string> {
  const url = new URL(path, gateway);
  url.protocol = 'https:';
  const text = body === null ? '' : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      {
        method: body === null ? 'GET' : 'POST',
        headers:
          body === null
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
        // This request fetches the certificate that would verify its own response.
        ...(ca === undefined ? { rejectUnauthorized: false } : { ca }),
        ...(isIP(url.hostname) ? { servername: '' } : {}),
        timeout: TIMEOUT_MS,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          const answer = Buffer.concat(chunks).toString();
          if ((response.statusCode ?? 500) < 300) resolve(answer);
          else reject(new Error(`${path} answered ${response.statusCode}: ${answer.slice(0, 200)}`));
        });
      },
    );
    asked.once('timeout', () => asked.destroy(new Error(`${path} timed out`)));
    asked.once('error', reject);
    asked.end(text);
  });
}

export interface AuthorityFiles {
  readonly certificateFile: string;
  readonly keyFile: string;
  /** Account of the devices, if the authority serves several. */
  readonly organization?: string;
}

/** The first PEM block of a kind; certificate and key may be in one file. */
function pemIn(text: string, label: string): string {
  const found = new RegExp(`-----BEGIN ${label}-----[^-]+-----END ${label}-----`).exec(text);
  if (!found) throw new Error(`no ${label} in the file`);
  return found[0];
}

/** Signs certificates locally, for thousands of devices. */
export async function signWith(files: AuthorityFiles): Promise<Issuer> {
  const pem = pemIn(await readFile(files.certificateFile, 'utf8'), 'CERTIFICATE');
  const authority = new X509Certificate(pem);
  const der = PemConverter.decodeFirst(pemIn(await readFile(files.keyFile, 'utf8'), 'PRIVATE KEY'));
  const signingKey = await webcrypto.subtle.importKey('pkcs8', der, SIGNING, false, ['sign']);
  const prefix = files.organization ? `O=${files.organization}, ` : '';
  return async (node, keys) => {
    const { publicKey } = await cryptoKeys(keys);
    const now = Date.now();
    const certificate = await X509CertificateGenerator.create({
      serialNumber: `00${randomBytes(15).toString('hex')}`,
      subject: `${prefix}CN=${node.serial}`,
      issuer: authority.subject,
      notBefore: new Date(now - 86_400_000),
      notAfter: new Date(now + YEAR_MS),
      signingKey,
      publicKey,
      signingAlgorithm: SIGNING,
      extensions: [new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth])],
    });
    return certificate.toString('pem');
  };
}
