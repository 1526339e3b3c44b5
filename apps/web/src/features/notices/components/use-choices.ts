import { accessCalls } from '@airloom/contract/access/access.calls';
import { noticeCalls } from '@airloom/contract/notices/notices.calls';
import type { NoticeSetting, Webhook } from '@airloom/contract/notices/notices.model';
import { PAGE_SIZES } from '@airloom/contract/paging';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/api/use-call.ts';
import { useHolds, useSession } from '../../../shared/session/session-store.ts';
import { type SiteChoice, useSiteChoices } from '../../../shared/session/use-site-choices.ts';
import { LOG_EVERY_MS } from '../notices.queries.ts';
import { type Person, withChosen } from '../setting-form.ts';

export interface Choices {
  people: readonly Person[];
  sites: readonly SiteChoice[];
  webhooks: readonly SiteChoice[];
  /** Those that are off: they are told nothing. */
  idle: readonly string[];
  /** Undefined until it is known. */
  anyWebhook: boolean | undefined;
}

/** Whoever may not look at the people of the account can at least choose themselves. */
function usePeople(): readonly Person[] {
  const looks = useHolds('subaccount_manage');
  const profile = useSession((state) => state.profile);
  const { data } = useCall(
    accessCalls.listSubAccounts,
    { size: Math.max(...PAGE_SIZES) },
    { enabled: looks },
  );
  if (data) {
    return data.rows.map(({ managerUUID, alias, userName, email, phone }) => ({
      value: managerUUID,
      label: alias || userName,
      contact: { email, phone },
    }));
  }
  if (profile === null) return [];
  const { managerUUID, nickname, userName, email, phone } = profile;
  return [{ value: managerUUID, label: nickname || userName, contact: { email, phone } }];
}

const NONE: readonly Webhook[] = [];

/** Who and where a setting can be about. */
export function useChoices(setting: NoticeSetting | null): Choices {
  const { t } = useTranslation();
  const people = usePeople();
  const sites = useSiteChoices();
  // One may be made in another window meanwhile.
  const { data } = useCall(noticeCalls.listWebhooks, {}, { every: LOG_EVERY_MS });
  const webhooks = data ?? NONE;
  return {
    people: withChosen(people, setting?.people ?? []),
    sites: withChosen(sites, setting?.sites ?? []),
    webhooks: withChosen(
      webhooks.map(({ webhookUUID, name, enabled }) => ({
        value: webhookUUID,
        label: enabled ? name : t('notices-page.setting.webhookOff', { name }),
      })),
      setting?.webhooks ?? [],
    ),
    idle: webhooks.flatMap(({ webhookUUID, enabled }) => (enabled ? [] : [webhookUUID])),
    anyWebhook: data && data.length > 0,
  };
}
