import type { ReviewedDevice } from '@airloom/contract/configuration/configuration.model';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { devicePage } from '../devices/device-page.ts';
import { Pager } from '../table/Pager.tsx';
import '../table/table.css';
import { CountFilter } from '../ui/CountFilter.tsx';
import './configuration.css';
import { limitationWords, SKIP_KEYS } from './configuration-names.ts';
import { Differences } from './Differences.tsx';
import { countOf } from './difference-words.ts';
import { changes, DEVICE_FILTERS, type DeviceFilter, devicesByFilter, pageBySite } from './review-summary.ts';

const SIZE = 50;

function Marks({ device }: { device: ReviewedDevice }) {
  const { t } = useTranslation();
  const { skipped, unsupported, differences, more, online } = device;
  return (
    <>
      {skipped !== null && <span className="config-mark">{t('configuration.review.isSkipped')}</span>}
      {changes(device) && (
        <span className="config-quiet">
          {t('configuration.differences', { count: countOf(differences) + more })}
        </span>
      )}
      {skipped === null && unsupported.length > 0 && (
        <span className="config-warning">
          {t('configuration.review.hasWarning', { count: unsupported.length })}
        </span>
      )}
      {!online && <span className="config-quiet">{t('configuration.review.isOffline')}</span>}
    </>
  );
}

/** One device; what happens to it is shown when it is opened. */
function Device({ device }: { device: ReviewedDevice }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { deviceName, skipped, unsupported } = device;
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span className="config-edit-name">{deviceName}</span> <Marks device={device} />
        </summary>
        {open && (
          <div className="config-device">
            <Link to={devicePage(device)} target="_blank">
              {deviceName}
            </Link>
            {skipped !== null && <p>{t(SKIP_KEYS[skipped])}</p>}
            {unsupported.map((limitation) => {
              const words = limitationWords(limitation, t);
              return (
                <p key={words} className="config-warning">
                  {words}
                </p>
              );
            })}
            {changes(device) && <Differences differences={device.differences} more={device.more} />}
          </div>
        )}
      </details>
    </li>
  );
}

/** The devices of a review by site, in pages: there may be ten thousand. */
export function ReviewedDevices({ devices }: { devices: readonly ReviewedDevice[] }) {
  const { t } = useTranslation();
  const [filter, setFilter] = useState<DeviceFilter>('all');
  const [page, setPage] = useState(1);
  const [size, setSize] = useState(SIZE);
  // While pages of the review arrive, sorting all devices must not delay anything else.
  const known = useDeferredValue(devices);
  const shown = useMemo(() => devicesByFilter(known), [known]);
  const names = {
    all: t('configuration.review.all'),
    warnings: t('configuration.review.onlyWarnings'),
    skipped: t('configuration.review.onlySkipped'),
  };
  if (shown.all.length === 0) return null;
  const sorted = shown[filter];
  const counts = DEVICE_FILTERS.filter(
    (value) => value === 'all' || value === filter || shown[value].length > 0,
  ).map((value) => ({ value, label: names[value], count: shown[value].length }));
  return (
    <section className="detail-section">
      <h2>{t('configuration.review.devicesTitle')}</h2>
      {counts.length > 1 && (
        <CountFilter
          label={t('configuration.review.show')}
          counts={counts}
          value={filter}
          onChange={(value) => {
            setFilter(value);
            setPage(1);
          }}
        />
      )}
      {pageBySite(sorted, page, size).map((site) => (
        <div key={site.siteUUID} className="config-site">
          <h3>
            {site.siteName}{' '}
            <span className="config-quiet">{t('configuration.devices', { count: site.count })}</span>
          </h3>
          <ul>
            {site.devices.map((device) => (
              <Device key={device.deviceUUID} device={device} />
            ))}
          </ul>
        </div>
      ))}
      {sorted.length > SIZE && (
        <Pager
          label={t('configuration.review.devicesTitle')}
          page={page}
          size={size}
          total={sorted.length}
          onChange={(to) => {
            setPage(to.page ?? 1);
            if (to.size !== undefined) setSize(to.size);
          }}
        />
      )}
    </section>
  );
}
