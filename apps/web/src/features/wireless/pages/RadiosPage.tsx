import { useTranslation } from 'react-i18next';
import { AddressTabs } from '../../../shared/ui/layout/AddressTabs.tsx';
import { PageHeader } from '../../../shared/ui/layout/PageHeader.tsx';
import { RadioTab } from '../components/RadioTab.tsx';

/** Radio settings by level: a group overrides its site, a device overrides both. */
export default function RadiosPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('nav.wirelessRadios')} lead={t('wireless.radio.lead')} />
      <AddressTabs
        label={t('nav.wirelessRadios')}
        items={[
          { key: 'site', label: t('wireless.radio.tab.site'), children: <RadioTab level="site" /> },
          { key: 'group', label: t('wireless.radio.tab.group'), children: <RadioTab level="group" /> },
          { key: 'device', label: t('wireless.radio.tab.device'), children: <RadioTab level="device" /> },
        ]}
      />
    </>
  );
}
