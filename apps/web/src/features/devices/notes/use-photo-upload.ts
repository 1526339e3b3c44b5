import { annotationCalls } from '@airloom/contract/devices/annotations.calls';
import { MEGABYTE } from '@airloom/contract/units';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { uploadFile } from '../../../shared/api/upload.ts';
import { useCommand } from '../../../shared/api/use-call.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { shrinkPhoto } from './shrink-photo.ts';

export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'];
/** Before it is shrunk. */
const ORIGINAL_MAX_MB = 40;

interface Uploading {
  name: string;
  /** From 0 to 1. */
  sent: number;
}

interface PhotoUpload {
  /** Null while nothing is uploaded. */
  uploading: Uploading | null;
  add(files: readonly File[]): void;
}

/** Shrinks pictures in the browser, uploads them one after another and adds them to the device. */
export function usePhotoUpload(deviceUUID: string, room: number): PhotoUpload {
  const { t } = useTranslation();
  const storageUrl = useSession((state) => state.urls?.storageUrl);
  const [uploading, setUploading] = useState<Uploading | null>(null);
  const leaving = useRef(new AbortController());
  const adding = useCommand(annotationCalls.addDevicePhoto, { refresh: [annotationCalls.listDevicePhotos] });
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);

  async function store(file: Blob, onProgress: (part: number) => void): Promise<string> {
    if (storageUrl === undefined) throw new Error('No storage');
    return uploadFile({
      url: storageUrl,
      kind: 'devicePhoto',
      file,
      onProgress,
      signal: leaving.current.signal,
    });
  }

  /** False for a file that is no usable picture. */
  async function addOne(file: File): Promise<boolean> {
    const { name } = file;
    if (file.size > ORIGINAL_MAX_MB * MEGABYTE) {
      toast.error(t('device-notes.photos.tooBig', { name, megabytes: ORIGINAL_MAX_MB }));
      return false;
    }
    setUploading({ name, sent: 0 });
    const shrunk = PHOTO_TYPES.includes(file.type) ? await shrinkPhoto(file) : null;
    if (shrunk === null) {
      toast.error(t('device-notes.photos.unreadable', { name }));
      return false;
    }
    const thumbnailUUID = await store(shrunk.thumbnail, () => undefined);
    const fileUUID = await store(shrunk.photo, (sent) => setUploading({ name, sent }));
    await adding.run({ deviceUUID, fileUUID, thumbnailUUID });
    return true;
  }

  async function addAll(files: readonly File[]): Promise<void> {
    if (files.length > room) toast.error(t('device-notes.photos.tooMany', { count: room }));
    let count = 0;
    try {
      for (const file of files.slice(0, room)) if (await addOne(file)) count += 1;
    } finally {
      setUploading(null);
      if (count > 0) toast.success(t('device-notes.photos.added', { count }));
    }
  }

  return {
    uploading,
    add(files) {
      if (uploading === null && files.length > 0) void ignoreCallFailure(addAll(files));
    },
  };
}
