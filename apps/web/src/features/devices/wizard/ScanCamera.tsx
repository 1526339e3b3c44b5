import { Button } from 'antd';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { type BarcodeReader, barcodeReader } from './barcode-reader.ts';
import { type Label, readLabel } from './label-text.ts';
import './wizard.css';

const READ_EVERY_MS = 250;

interface CameraProps {
  reader: BarcodeReader;
  onCode(code: string): void;
  onDenied(): void;
}

/** The picture of the camera, whose codes are read several times a second. */
function Camera({ reader, onCode, onDenied }: CameraProps) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const running = new AbortController();
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout>;
    async function read(): Promise<void> {
      const { current } = video;
      if (running.signal.aborted || current === null) return;
      if (current.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) {
        for (const code of await reader(current)) onCode(code);
      }
      timer = setTimeout(() => void read(), READ_EVERY_MS);
    }
    async function open(): Promise<void> {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (video.current === null || running.signal.aborted) return stop();
      video.current.srcObject = stream;
      await video.current.play();
      await read();
    }
    function stop(): void {
      running.abort();
      clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    }
    open().catch(() => {
      if (!running.signal.aborted) onDenied();
    });
    return stop;
  }, [reader, onCode, onDenied]);
  return <video ref={video} className="adding-video" aria-label={t('adding.scan.video')} muted playsInline />;
}

/** Reads labels with the camera or from photos, where the browser can; otherwise says what to do instead. */
export function ScanCamera({ onLabel }: { onLabel(label: Label): void }) {
  const { t } = useTranslation();
  const id = useId();
  const [reader, setReader] = useState<BarcodeReader | null | undefined>(undefined);
  const [isOn, setOn] = useState(false);
  const latest = useRef(onLabel);
  useEffect(() => {
    latest.current = onLabel;
  });
  useEffect(() => {
    let left = false;
    void barcodeReader().then((found) => left || setReader(() => found));
    return () => {
      left = true;
    };
  }, []);
  const take = useCallback((code: string): boolean => {
    const label = readLabel(code);
    if (label !== null) latest.current(label);
    return label !== null;
  }, []);
  const denied = useCallback(() => {
    setOn(false);
    toast.error(t('adding.scan.denied'));
  }, [t]);

  async function takePhoto(file: File | undefined): Promise<void> {
    if (file === undefined || !reader) return;
    const codes = await createImageBitmap(file).then(reader, () => []);
    if (codes.filter(take).length === 0) toast.error(t('adding.scan.nothing'));
  }

  if (reader === undefined) return null;
  if (reader === null) return <p className="adding-hint">{t('adding.scan.unsupported')}</p>;
  return (
    <div className="adding-scan">
      <p className="adding-quiet">{t('adding.scan.aim')}</p>
      {isOn && <Camera reader={reader} onCode={take} onDenied={denied} />}
      <div className="form-actions">
        <Button onClick={() => setOn(!isOn)}>{t(isOn ? 'adding.scan.stop' : 'adding.scan.start')}</Button>
        <label className="adding-photo" htmlFor={id}>
          <Icon name="upload" /> {t('adding.scan.photo')}
          <input
            id={id}
            type="file"
            className="visually-hidden"
            accept="image/*"
            capture="environment"
            onChange={(event) => {
              void takePhoto(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
        </label>
      </div>
    </div>
  );
}
