import { annotationCalls } from '@airloom/contract/devices/annotations.calls';
import { PHOTO_LIMITS } from '@airloom/contract/devices/annotations.limits';
import type { DevicePhoto } from '@airloom/contract/devices/photos.calls';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/api/use-call.ts';
import { FileDrop } from '../../../shared/form/FileDrop.tsx';
import { useHolds } from '../../../shared/session/session-store.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { PhotoViewer } from './PhotoViewer.tsx';
import { PHOTO_TYPES, usePhotoUpload } from './use-photo-upload.ts';

function AddPhotos({ deviceUUID, count }: { deviceUUID: string; count: number }) {
  const { t } = useTranslation();
  const { perDeviceMax: maximum } = PHOTO_LIMITS;
  const { uploading, add } = usePhotoUpload(deviceUUID, maximum - count);
  if (count >= maximum && uploading === null) {
    return <p className="notes-quiet">{t('device-notes.photos.full', { maximum })}</p>;
  }
  return (
    <>
      <FileDrop accept={PHOTO_TYPES.join(',')} multiple disabled={uploading !== null} onFiles={add}>
        <Icon name="upload" size={20} />
        <span>{t('device-notes.photos.drop')}</span>
        <small>{t('device-notes.photos.limits', { maximum })}</small>
      </FileDrop>
      {uploading !== null && (
        <output className="notes-progress">
          <progress value={uploading.sent} aria-label={t('device-notes.photos.progress')} />
          {t('device-notes.photos.uploading', { name: uploading.name })}
        </output>
      )}
    </>
  );
}

interface GalleryProps {
  photos: readonly DevicePhoto[];
  name: string;
  onOpen(photoUUID: string): void;
}

function Gallery({ photos, name, onOpen }: GalleryProps) {
  const { t } = useTranslation();
  return (
    <ul className="notes-gallery">
      {photos.map(({ photoUUID, thumbnailUrl }, index) => (
        <li key={photoUUID}>
          <button
            type="button"
            aria-label={t('device-notes.photos.open', { number: index + 1, total: photos.length })}
            onClick={() => onOpen(photoUUID)}
          >
            <img
              src={thumbnailUrl}
              alt={t('device-notes.photos.alt', { number: index + 1, name })}
              loading="lazy"
            />
          </button>
        </li>
      ))}
    </ul>
  );
}

export function Photos({ deviceUUID, name }: { deviceUUID: string; name: string }) {
  const { t } = useTranslation();
  const heading = useId();
  const operates = useHolds('device_manage:operate');
  const [opened, setOpened] = useState<string | null>(null);
  const { data, error, refetch } = useCall(annotationCalls.listDevicePhotos, { deviceUUID });
  const at = data?.findIndex(({ photoUUID }) => photoUUID === opened) ?? -1;
  return (
    <section className="card notes-section" aria-labelledby={heading}>
      <h2 id={heading}>{t('device-notes.photos.title')}</h2>
      {operates && data && <AddPhotos deviceUUID={deviceUUID} count={data.length} />}
      {error && <FailedState error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={1} height={96} />}
      {data?.length === 0 && (
        <EmptyState title={t('device-notes.photos.empty')} text={t('device-notes.photos.emptyText')} />
      )}
      {data && data.length > 0 && <Gallery photos={data} name={name} onOpen={setOpened} />}
      {data && at >= 0 && (
        <PhotoViewer
          photos={data}
          at={at}
          name={name}
          onShow={(index) => setOpened(data[index]?.photoUUID ?? null)}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  );
}
