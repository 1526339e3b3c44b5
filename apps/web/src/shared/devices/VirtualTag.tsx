import { useTranslation } from 'react-i18next';
import './virtual-tag.css';

/** Marks what the console simulates. */
export function VirtualTag() {
  const { t } = useTranslation();
  return <span className="virtual-tag">{t('devices.virtual')}</span>;
}
