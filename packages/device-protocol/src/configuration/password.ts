import { z } from 'zod';

type Document = Readonly<Record<string, unknown>>;

const KEY = 'system-password';
const unitOf = z.record(z.string(), z.unknown()).catch({});
const withSsh = z.looseObject({ ssh: z.looseObject({}) });

/** A configuration with a device password, which is valid at the console port and over SSH. */
export function withPassword(document: Document, password: string): Document {
  const services = withSsh.safeParse(document['services']).data;
  return {
    ...document,
    unit: { ...unitOf.parse(document['unit']), [KEY]: password },
    ...(services && {
      services: { ...services, ssh: { ...services.ssh, 'password-authentication': true } },
    }),
  };
}

/** The document without the password, for storing and showing. */
export function withoutPassword(document: Document): Document {
  const { [KEY]: password, ...unit } = unitOf.parse(document['unit']);
  return password === undefined ? document : { ...document, unit };
}
