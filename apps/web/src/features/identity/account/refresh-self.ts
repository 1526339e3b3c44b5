import { identityCalls } from '@airloom/contract/identity/identity.calls';
import { call } from '../../../shared/api/call.ts';
import { browserTimeZone } from '../../../shared/session/session-cookies.ts';
import { useSession } from '../../../shared/session/session-store.ts';

/** Reloads the current person after a change. */
export async function refreshSelf(): Promise<void> {
  const { profile, roles, currentRole, remindMsg } = await call(identityCalls.initPage, {
    timeZone: browserTimeZone(),
  });
  useSession.setState(({ showLoginMsg }) => ({
    profile,
    roles,
    currentRole,
    loginMsg: remindMsg,
    showLoginMsg: showLoginMsg && remindMsg !== '',
  }));
}
