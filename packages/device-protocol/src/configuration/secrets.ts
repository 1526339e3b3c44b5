import { digestIn } from './contributors/ssids.ts';
import type { ConfigurationDocument, SsidSettings } from './document.ts';

/** Digests of all secrets in a document. */
export function digestsIn(document: ConfigurationDocument): string[] {
  const found = new Set<string>();
  replaceSecrets(document, (digest) => {
    found.add(digest);
    return '';
  });
  return [...found];
}

/** The document with its secrets, to be sent. `secretOf` throws for an unknown digest. */
export function withSecrets(
  document: ConfigurationDocument,
  secretOf: (digest: string) => string,
): ConfigurationDocument {
  return replaceSecrets(document, secretOf);
}

/** Only where a secret belongs: a name that looks like a placeholder stays a name. */
function replaceSecrets(
  document: ConfigurationDocument,
  secretOf: (digest: string) => string,
): ConfigurationDocument {
  const reveal = (text: string): string => {
    const digest = digestIn(text);
    return digest === null ? text : secretOf(digest);
  };
  const ssidOf = (ssid: SsidSettings): SsidSettings => {
    const { encryption, radius, 'multi-psk': keys } = ssid;
    return {
      ...ssid,
      encryption: { ...encryption, ...(encryption.key === undefined ? {} : { key: reveal(encryption.key) }) },
      ...(keys === undefined ? {} : { 'multi-psk': keys.map((one) => ({ ...one, key: reveal(one.key) })) }),
      ...(radius === undefined
        ? {}
        : {
            radius: {
              authentication: { ...radius.authentication, secret: reveal(radius.authentication.secret) },
              ...(radius.accounting === undefined
                ? {}
                : { accounting: { ...radius.accounting, secret: reveal(radius.accounting.secret) } }),
            },
          }),
    };
  };
  return {
    ...document,
    interfaces: document.interfaces.map((one) =>
      one.ssids === undefined ? one : { ...one, ssids: one.ssids.map(ssidOf) },
    ),
  };
}
