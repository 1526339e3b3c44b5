import { annotationCalls } from '@airloom/contract/devices/annotations.calls';
import type { DevicePhoto } from '@airloom/contract/devices/photos.calls';
import { Button, Modal } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { useCommand } from '../../../shared/api/use-call.ts';
import { IconButton } from '../../../shared/ui/actions/IconButton.tsx';
import { Can } from '../../../shared/ui/Can.tsx';
import { confirm } from '../../../shared/ui/feedback/confirm.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { DateTime } from '../../../shared/ui/Times.tsx';

interface PhotoViewerProps {
  photos: readonly DevicePhoto[];
  /** Index of the photo that is shown. */
  at: number;
  /** Of the device. */
  name: string;
  onShow(index: number): void;
  onClose(): void;
}

/** One photo at full size; arrow keys lead to the others. */
export function PhotoViewer({ photos, at, name, onShow, onClose }: PhotoViewerProps) {
  const { t } = useTranslation();
  const remove = useCommand(annotationCalls.deleteDevicePhoto, {
    refresh: [annotationCalls.listDevicePhotos],
  });
  useEffect(() => {
    function onKeyDown({ key }: KeyboardEvent): void {
      if (key === 'ArrowLeft' && at > 0) onShow(at - 1);
      if (key === 'ArrowRight' && at < photos.length - 1) onShow(at + 1);
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [at, photos.length, onShow]);
  const photo = photos[at];
  if (photo === undefined) return null;
  const { photoUUID, url, width, height, createdBy, createdAt } = photo;

  async function confirmRemoval(): Promise<void> {
    const sure = await confirm({
      title: t('device-notes.photos.deleteTitle'),
      text: t('device-notes.photos.deleteText'),
      action: t('device-notes.photos.delete'),
      danger: true,
    });
    if (!sure) return;
    onClose();
    await remove.run({ photoUUID });
    toast.success(t('device-notes.photos.deleted'));
  }

  return (
    <Modal
      open
      className="notes-viewer"
      title={t('device-notes.photos.of', { number: at + 1, total: photos.length })}
      width="min(1100px, calc(100vw - 24px))"
      footer={null}
      onCancel={onClose}
    >
      <div className="notes-viewer-body">
        <img
          src={url}
          width={width}
          height={height}
          alt={t('device-notes.photos.alt', { number: at + 1, name })}
        />
        <div className="notes-viewer-bar">
          {photos.length > 1 && (
            <span className="notes-viewer-steps">
              <IconButton
                icon="left"
                label={t('device-notes.photos.previous')}
                disabled={at === 0}
                onClick={() => onShow(at - 1)}
              />
              <IconButton
                icon="right"
                label={t('device-notes.photos.next')}
                disabled={at === photos.length - 1}
                onClick={() => onShow(at + 1)}
              />
            </span>
          )}
          <span className="notes-meta">
            {t('device-notes.photos.by', { name: createdBy })} <DateTime at={createdAt} />
          </span>
          <a href={url} target="_blank" rel="noreferrer">
            {t('device-notes.photos.original')}
          </a>
          <Can grant="device_manage:operate">
            <Button danger onClick={() => void ignoreCallFailure(confirmRemoval())}>
              {t('device-notes.photos.delete')}
            </Button>
          </Can>
        </div>
      </div>
    </Modal>
  );
}
