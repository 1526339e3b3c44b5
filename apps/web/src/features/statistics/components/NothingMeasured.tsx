import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';

/** Empty state without reports, with a hint what to do. */
export function NothingMeasured() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <div className="card">
      <EmptyState
        icon="chart"
        title={t('statistics.none.measured')}
        text={t('statistics.none.measuredText')}
        action={{
          id: 'devices',
          label: t('statistics.none.devicesAction'),
          icon: 'device',
          primary: true,
          needs: 'all_device',
          run: () => void navigate('/device/all'),
        }}
      />
    </div>
  );
}
