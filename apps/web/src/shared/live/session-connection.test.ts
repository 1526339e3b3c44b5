import type { RoleRecord } from '@airloom/contract/access/access.model';
import type { CommonUrls } from '@airloom/contract/identity/sign-in.model';
import { expect, it } from 'vitest';
import { followSession } from './session-connection.ts';

const urls = (websocketUrl: string) => ({ websocketUrl }) as CommonUrls;
const role = (accountUUID: string, alias = '') => ({ accountUUID, alias }) as RoleRecord;
const nobody = { urls: null, currentRole: null };

function watched() {
  const calls: string[] = [];
  const follow = followSession((url) => {
    calls.push(`open ${url}`);
    return () => calls.push(`close ${url}`);
  });
  return { calls, follow };
}

it('opens a line once it is known who is there, and closes it when they leave', () => {
  const { calls, follow } = watched();
  follow(nobody);
  follow({ urls: urls('/live'), currentRole: null });
  expect(calls).toEqual([]);
  follow({ urls: urls('/live'), currentRole: role('one') });
  follow(nobody);
  expect(calls).toEqual(['open /live', 'close /live']);
  follow({ urls: urls('/live'), currentRole: role('one') });
  expect(calls).toEqual(['open /live', 'close /live', 'open /live']);
});

it('keeps its line while nothing but a name or a right changes', () => {
  const { calls, follow } = watched();
  follow({ urls: urls('/live'), currentRole: role('one', 'Ada') });
  follow({ urls: urls('/live'), currentRole: role('one', 'Ada L.') });
  expect(calls).toEqual(['open /live']);
});

it('has never two open: another account or another address is another line', () => {
  const { calls, follow } = watched();
  follow({ urls: urls('/live'), currentRole: role('one') });
  follow({ urls: urls('/live'), currentRole: role('two') });
  follow({ urls: urls('/elsewhere'), currentRole: role('two') });
  expect(calls).toEqual(['open /live', 'close /live', 'open /live', 'close /live', 'open /elsewhere']);
});
