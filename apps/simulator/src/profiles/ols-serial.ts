import { X509Certificate } from 'node:crypto';

/** The length of `/O=xxx/CN=`. */
const OFFSET = 10;

/**
 * What the switch client takes for its serial: the rest of its certificate's subject, written on one line, from a fixed
 * place on. It is the common name only where a three-letter organization stands before it and nothing after it.
 */
export function olsSerial(certificatePem: string): string {
  // Node writes a part to a line, in the order of the certificate.
  const line = new X509Certificate(certificatePem).subject
    .split('\n')
    .map((part) => `/${part}`)
    .join('');
  return line.slice(OFFSET).toLowerCase();
}
