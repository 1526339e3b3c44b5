import { type KeyObject, sign, verify } from 'node:crypto';

export type Fields = Readonly<Record<string, string>>;

const ALGORITHM = 'RSA-SHA256';
const SIGN_TYPE = 'RSA2';

/** Fields as Alipay signs them: sorted, without empty ones. */
function signedText(fields: Fields, without: readonly string[]): Buffer {
  const pairs = Object.entries(fields)
    .filter(([name, value]) => value !== '' && !without.includes(name))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`);
  return Buffer.from(pairs.join('&'));
}

const signature = (text: Buffer, key: KeyObject): string => sign(ALGORITHM, text, key).toString('base64');

function isSignature(text: Buffer, given: string | undefined, key: KeyObject): boolean {
  return given !== undefined && given !== '' && verify(ALGORITHM, text, key, Buffer.from(given, 'base64'));
}

/** In requests `sign_type` is signed, too. */
export function signRequest(fields: Fields, key: KeyObject): Fields {
  const typed = { ...fields, sign_type: SIGN_TYPE };
  return { ...typed, sign: signature(signedText(typed, ['sign']), key) };
}

export function isSignedRequest(fields: Fields, key: KeyObject): boolean {
  return fields.sign_type === SIGN_TYPE && isSignature(signedText(fields, ['sign']), fields.sign, key);
}

const UNSIGNED_IN_NOTICES = ['sign', 'sign_type'];

/** In notifications and returns `sign_type` is not signed. */
export function signNotice(fields: Fields, key: KeyObject): Fields {
  return { ...fields, sign_type: SIGN_TYPE, sign: signature(signedText(fields, UNSIGNED_IN_NOTICES), key) };
}

/** The algorithm is ours, never the one the notification names. */
export function isSignedNotice(fields: Fields, key: KeyObject): boolean {
  if (fields.sign_type !== SIGN_TYPE) return false;
  return isSignature(signedText(fields, UNSIGNED_IN_NOTICES), fields.sign, key);
}

/** An answer is signed as the text of its only object, exactly as it was sent. */
export function signAnswer(name: string, answer: object, key: KeyObject): string {
  const text = JSON.stringify(answer);
  return `{"${name}":${text},"sign":"${signature(Buffer.from(text), key)}"}`;
}

/** The object of a signed answer; null unless it is signed. */
export function readAnswer(raw: string, name: string, key: KeyObject): unknown {
  const text = objectText(raw, name);
  const given = /"sign"\s*:\s*"([^"]*)"/.exec(raw.replace(text ?? '', ''))?.[1];
  if (text === null || !isSignature(Buffer.from(text), given, key)) return null;
  return JSON.parse(text);
}

/** The text of an object by its name. */
function objectText(raw: string, name: string): string | null {
  const at = raw.indexOf(`"${name}"`);
  const start = at < 0 ? -1 : raw.indexOf('{', at);
  if (start < 0 || !/^\s*:\s*$/.test(raw.slice(at + name.length + 2, start))) return null;
  let depth = 0;
  let isText = false;
  for (let place = start; place < raw.length; place += 1) {
    const letter = raw[place];
    if (isText) {
      if (letter === '\\') place += 1;
      else if (letter === '"') isText = false;
    } else if (letter === '"') isText = true;
    else if (letter === '{') depth += 1;
    else if (letter === '}') {
      depth -= 1;
      if (depth === 0) return raw.slice(start, place + 1);
    }
  }
  return null;
}
