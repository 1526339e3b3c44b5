import { noticeCalls } from '@airloom/contract/notices/notices.calls';
import type { NoticeSetting, Webhook } from '@airloom/contract/notices/notices.model';
import { useTranslation } from 'react-i18next';
import { type People, type Person, usePeople } from '../../../shared/access/use-people.ts';
import { useCall } from '../../../shared/api/use-call.ts';
import { type SiteChoice, useSiteChoices } from '../../../shared/session/use-site-choices.ts';
import { withChosen } from '../setting-form.ts';

export interface Choices {
  /** All people with a known name, and those to choose from. */
  people: readonly Person[];
  found: Pick<People, 'found' | 'search' | 'searching'>;
  sites: readonly SiteChoice[];
  webhooks: readonly SiteChoice[];
  /** Disabled webhooks: they receive nothing. */
  idle: readonly string[];
  /** Undefined until it is loaded. */
  anyWebhook: boolean | undefined;
}

const NONE: readonly Webhook[] = [];

/** Possible recipients and sites of a setting. */
export function useChoices(setting: NoticeSetting | null): Choices {
  const { t } = useTranslation();
  const people = usePeople();
  const chosen = setting?.people ?? [];
  const sites = useSiteChoices();
  const { data } = useCall(noticeCalls.listWebhooks, {});
  const webhooks = data ?? NONE;
  return {
    people: withChosen(people.known, chosen),
    found: { ...people, found: withChosen(people.found, chosen) },
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
