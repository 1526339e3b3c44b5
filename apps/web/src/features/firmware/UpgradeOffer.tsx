import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import {
  type CommandActions,
  type CommandDevice,
  useOfferCommands,
} from '../../shared/devices/device-commands.ts';
import { upgradeBlock } from './upgrade-block.ts';

const CampaignDrawerForm = lazy(async () => ({
  default: (await import('./components/CampaignDrawerForm.tsx')).CampaignDrawerForm,
}));

interface Chosen {
  devices: readonly CommandDevice[];
  done: (() => void) | undefined;
}

/** Offers upgrades wherever devices are shown. */
export default function UpgradeOffer() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const actions = useMemo((): CommandActions => {
    const blocks = {
      underController: t('firmware.reason.underController'),
      neverConnected: t('firmware.reason.neverConnected'),
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
  useOfferCommands('upgrades', actions);
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
