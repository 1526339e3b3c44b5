import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format.ts';
import { useSetZoom } from './use-zoom.ts';
import '../window.css';
import type { Zoom } from './zoom.ts';

/** The shown part of the window, with a button that shows all of it. */
export default function ZoomNote({ zoom }: { zoom: Zoom }) {
  const { t } = useTranslation();
  const format = useFormat();
  const setZoom = useSetZoom();
  const [from, to] = [zoom.from, zoom.to].map((at) => format.dateTime(new Date(at).toISOString()));
  return (
    <div className="zoom-note">
      <span>{t('device-detail.zoom.shown', { from, to })}</span>
      <Button size="small" onClick={() => setZoom(null)}>
        {t('device-detail.zoom.reset')}
      </Button>
    </div>
  );
}
