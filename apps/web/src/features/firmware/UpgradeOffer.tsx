import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import {
  type ActionDevice,
  type OfferedActions,
  useOfferActions,
} from '../../shared/devices/offered-actions.ts';
import { upgradeBlock } from './upgrade-block.ts';

const CampaignDrawerForm = lazy(async () => ({
  default: (await import('./components/CampaignDrawerForm.tsx')).CampaignDrawerForm,
}));

interface Chosen {
  devices: readonly ActionDevice[];
  done: (() => void) | undefined;
}

/** Lets devices be upgraded from wherever they are shown. */
export default function UpgradeOffer() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const actions = useMemo((): OfferedActions => {
    const blocks = {
      underController: t('firmware.reason.underController'),
      upgrading: t('firmware-pages.blocked.upgrading'),
    };
    return (devices, done) => {
      const block = upgradeBlock(devices);
      return [
        {
          id: 'upgrade',
          label: t('firmware-pages.upgradeAction'),
          icon: 'upgrade',
          needs: 'device_manage:operate',
          blocked: block === null ? undefined : blocks[block],
          run: () => setChosen({ devices, done }),
        },
      ];
    };
  }, [t]);
  useOfferActions('upgrades', actions);
  if (!chosen) return null;
  return (
    <Suspense>
      <CampaignDrawerForm
        devices={chosen.devices}
        onClose={(made) => {
          setChosen(null);
          if (made === null) return;
          chosen.done?.();
          void navigate(`/device/firmware?tab=campaigns&campaign=${made}`);
        }}
      />
    </Suspense>
  );
}
