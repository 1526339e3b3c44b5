import { X509Certificate } from 'node:crypto';

/** The length of `/O=xxx/CN=`. */
const OFFSET = 10;

/**
 * The serial as the switch client reads it: the certificate subject on one line from a fixed offset. It is the common
 * name only with a three-letter organization before it and nothing after it.
 */
export function olsSerial(certificatePem: string): string {
  // Node writes a part to a line, in the order of the certificate.
  const line = new X509Certificate(certificatePem).subject
    .split('\n')
    .map((part) => `/${part}`)
    .join('');
  return line.slice(OFFSET).toLowerCase();
}
