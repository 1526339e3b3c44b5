import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';

/** Nothing was told of this place in this time: what to do so that something is. */
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
