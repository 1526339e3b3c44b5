import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { AddressTabs } from '../../../shared/ui/layout/AddressTabs.tsx';
import { PageHeader } from '../../../shared/ui/layout/PageHeader.tsx';
import { CampaignDrawerForm } from '../components/CampaignDrawerForm.tsx';
import { CampaignsTab } from '../components/CampaignsTab.tsx';
import { ImageForm } from '../components/ImageForm.tsx';
import { ImagesTab } from '../components/ImagesTab.tsx';
import { KeysTab } from '../components/KeysTab.tsx';

const TABS = ['images', 'campaigns', 'keys'] as const;

/** Open drawers are in the address: `?new=image`, `?new=campaign&firmware=…`, `?campaign=…`. */
export default function FirmwarePage() {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const tab = TABS.find((one) => one === query.get('tab')) ?? 'images';
  const making = query.get('new');

  function go(to: Record<string, string>): void {
    setQuery({ tab, ...to }, { replace: true });
  }

  const upload: Action = {
    id: 'newImage',
    label: t('firmware-pages.image.new'),
    icon: 'upload',
    needs: 'device_manage:operate',
    primary: tab !== 'campaigns',
    run: () => go({ tab: 'images', new: 'image' }),
  };
  const campaign: Action = {
    id: 'newCampaign',
    label: t('firmware-pages.campaign.new'),
    icon: 'upgrade',
    needs: 'device_manage:operate',
    primary: tab === 'campaigns',
    run: () => go({ tab: 'campaigns', new: 'campaign' }),
  };

  return (
    <>
      <PageHeader
        title={t('nav.deviceFirmware')}
        lead={t('firmware-pages.lead')}
        actions={tab === 'campaigns' ? [upload, campaign] : [campaign, upload]}
      />
      <AddressTabs
        label={t('nav.deviceFirmware')}
        items={[
          {
            key: 'images',
            label: t('firmware-pages.tab.images'),
            children: (
              <ImagesTab
                upload={upload}
                upgrade={(firmware) => go({ tab: 'campaigns', new: 'campaign', firmware })}
              />
            ),
          },
          {
            key: 'campaigns',
            label: t('firmware-pages.tab.campaigns'),
            children: (
              <CampaignsTab
                create={campaign}
                opened={query.get('campaign')}
                open={(uuid) => go(uuid === null ? {} : { campaign: uuid })}
              />
            ),
          },
          { key: 'keys', label: t('firmware-pages.tab.keys'), children: <KeysTab /> },
        ]}
      />
      {making === 'image' && <ImageForm onClose={() => go({})} />}
      {making === 'campaign' && (
        <CampaignDrawerForm
          firmwareUUID={query.get('firmware') ?? undefined}
          onClose={(made) => go(made === null ? {} : { campaign: made })}
        />
      )}
    </>
  );
}
