import { z } from 'zod';

type Document = Readonly<Record<string, unknown>>;

const KEY = 'system-password';
const unitOf = z.record(z.string(), z.unknown()).catch({});

/** A configuration as a device gets it that is told a password. */
export function withPassword(document: Document, password: string): Document {
  return { ...document, unit: { ...unitOf.parse(document['unit']), [KEY]: password } };
}

/** The same as it may be kept and shown. */
export function withoutPassword(document: Document): Document {
  const { [KEY]: password, ...unit } = unitOf.parse(document['unit']);
  return password === undefined ? document : { ...document, unit };
}
