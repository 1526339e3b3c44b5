import { firmwareCalls } from '@airloom/contract/firmware/firmware.calls';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../shared/api/use-call.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { saveFrom } from '../../../shared/ui/save-file.ts';

/** Results per device of a campaign, as a file. */
export function CampaignResults({ campaignUUID }: { campaignUUID: string }) {
  const { t } = useTranslation();
  const mayExport = useHolds('device_manage:operate');
  const exporting = useCommand(firmwareCalls.exportUpgrades, {
    onDone: ({ url }) => saveFrom(url, 'upgrade-results.csv'),
  });
  if (!mayExport) return null;
  return (
    <Button
      type="link"
      size="small"
      loading={exporting.pending}
      onClick={() => exporting.start({ campaignUUID, format: 'csv' })}
    >
      {t('messages.task.results')}
    </Button>
  );
}
