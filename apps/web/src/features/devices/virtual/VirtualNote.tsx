import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { usePlace } from '../../../shared/session/use-place.ts';
import { useSiteChoices } from '../../../shared/session/use-site-choices.ts';
import { useRemoveVirtual } from './use-remove-virtual.ts';
import './virtual-devices.css';

/** Above a list of a site with virtual devices: how many there are, and how to remove them. */
export function VirtualNote({ count }: { count: number }) {
  const { t } = useTranslation();
  const { siteUUID } = usePlace();
  const sites = useSiteChoices();
  const remove = useRemoveVirtual();
  const operates = useHolds('device_manage:operate');
  const site = sites.find(({ value }) => value === siteUUID);
  if (count === 0) return null;
  return (
    <p className="virtual-note">
      {t('devices-pages.virtual.count', { count })}
      {operates && site !== undefined && (
        <Button
          size="small"
          onClick={() => void ignoreCallFailure(remove({ siteUUID: site.value, siteName: site.label }))}
        >
          {t('devices-pages.virtual.remove')}
        </Button>
      )}
    </p>
  );
}
