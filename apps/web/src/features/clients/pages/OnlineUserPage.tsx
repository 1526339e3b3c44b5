import { useTranslation } from 'react-i18next';
import { SeenKindsNote } from '../../../shared/devices/SeenKindsNote.tsx';
import { usePlace, useScope } from '../../../shared/session/use-place.ts';
import { AddressTabs } from '../../../shared/ui/layout/AddressTabs.tsx';
import { PageHeader } from '../../../shared/ui/layout/PageHeader.tsx';
import { BlockedTab } from '../components/BlockedTab.tsx';
import { ClientList } from '../components/ClientList.tsx';

/** Clients of the selected scope. */
export default function OnlineUserPage() {
  const { t } = useTranslation();
  const place = usePlace();
  const scope = useScope();
  return (
    <>
      <PageHeader
        title={t('nav.onlineUser')}
        lead={scope === null ? t('terminal-pages.leadAll') : t('terminal-pages.lead', { name: scope.name })}
      />
      <SeenKindsNote />
      <AddressTabs
        label={t('nav.onlineUser')}
        items={[
          { key: 'online', label: t('terminal-pages.tab.clients'), children: <ClientList place={place} /> },
          { key: 'blocked', label: t('terminal-pages.tab.blocked'), children: <BlockedTab /> },
        ]}
      />
    </>
  );
}
