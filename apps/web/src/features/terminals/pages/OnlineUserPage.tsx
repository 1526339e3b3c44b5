import { useTranslation } from 'react-i18next';
import { usePlace } from '../../../shared/session/place.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { AddressTabs } from '../../../shared/ui/AddressTabs.tsx';
import { PageHeader } from '../../../shared/ui/PageHeader.tsx';
import { BlockedTab } from '../components/BlockedTab.tsx';
import { OnlineTab } from '../components/OnlineTab.tsx';

/** Clients of the site or organization in view, live. */
export default function OnlineUserPage() {
  const { t } = useTranslation();
  const place = usePlace();
  const inView = useSession((state) => state.currentSite?.name ?? '');
  const name = place.siteUUID === undefined && place.enterpriseUUID === undefined ? '' : inView;
  return (
    <>
      <PageHeader
        title={t('nav.onlineUser')}
        lead={name === '' ? t('terminal-pages.leadAll') : t('terminal-pages.lead', { name })}
      />
      <AddressTabs
        label={t('nav.onlineUser')}
        items={[
          { key: 'online', label: t('terminal-pages.tab.online'), children: <OnlineTab place={place} /> },
          { key: 'blocked', label: t('terminal-pages.tab.blocked'), children: <BlockedTab /> },
        ]}
      />
    </>
  );
}
