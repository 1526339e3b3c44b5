import { API_BASE, CLIENT_HEADER } from '@airloom/contract/call';
import { SUCCESS_CODES } from '@airloom/contract/errors';
import type { Installation } from './connected-devices.ts';

/** Makes a call of the console as the owner of the account. */
export async function callConsole<Data>(
  { console: page, account }: Pick<Installation, 'console' | 'account'>,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<Data> {
  const response = await fetch(`http://127.0.0.1:${page.port}${API_BASE}${path}`, {
    method,
    headers: {
      [CLIENT_HEADER]: 'bench',
      authorization: `Bearer ${account.token}`,
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer: { readonly code: number; readonly msg: string; readonly data: Data } = JSON.parse(
    await response.text(),
  );
  if (!SUCCESS_CODES.includes(answer.code)) throw new Error(`${path} answered ${answer.code}: ${answer.msg}`);
  return answer.data;
}
