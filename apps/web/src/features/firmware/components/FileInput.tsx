import { LIMITS } from '@airloom/contract/limits';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { uploadFile } from '../../../shared/api/upload.ts';
import type { Control } from '../../../shared/form/use-schema-form.ts';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { ProgressBar } from '../../../shared/ui/ProgressBar.tsx';
import { sha256Of } from '../image-hash.ts';
import './firmware.css';

interface FileInputProps {
  control: Control<string>;
  /** Hash of the file; empty while unknown. */
  hash: string;
  onHash(sha256: string): void;
}

/** Uploads an image when it is chosen; its id is the value of the field. */
export function FileInput({ control, hash, onHash }: FileInputProps) {
  const { t } = useTranslation();
  const units = useUnits();
  const storageUrl = useSession((state) => state.urls?.storageUrl);
  const [sent, setSent] = useState<{ file: File; part: number } | null>(null);
  const sending = useRef<AbortController | null>(null);
  useEffect(() => () => sending.current?.abort(), []);

  async function send(file: File): Promise<void> {
    if (storageUrl === undefined) return;
    sending.current?.abort();
    const controller = new AbortController();
    sending.current = controller;
    const { signal } = controller;
    control.onChange('');
    onHash('');
    setSent({ file, part: 0 });
    try {
      const made = await sha256Of(file);
      if (made !== null && !signal.aborted) onHash(made);
      const id = await uploadFile({
        url: storageUrl,
        kind: 'firmware',
        file,
        onProgress: (part) => setSent({ file, part }),
        signal,
      });
      control.onChange(id);
    } catch (error) {
      if (signal.aborted) return;
      setSent(null);
      throw error;
    }
  }

  function choose(file: File | undefined): void {
    if (file === undefined) return;
    if (file.size <= LIMITS.upload.firmwareMaxBytes) void ignoreCallFailure(send(file));
    else
      toast.error(t('firmware-pages.image.tooLarge', { size: units.bytes(LIMITS.upload.firmwareMaxBytes) }));
  }

  return (
    <div className="firmware-choice">
      <span className="firmware-file" data-invalid={control.invalid}>
        <Icon name="upload" />
        {sent?.file.name ?? t('firmware-pages.image.choose')}
        <input
          type="file"
          id={control.id}
          aria-invalid={control.invalid}
          aria-required={control.required}
          aria-describedby={control.describedBy}
          onChange={(event) => choose(event.target.files?.[0])}
        />
      </span>
      {sent && (
        <ProgressBar
          label={t('firmware-pages.image.upload')}
          total={1}
          parts={[{ tone: control.value === '' ? 'processing' : 'ok', count: sent.part }]}
        >
          {control.value === ''
            ? t('firmware-pages.image.sending', {
                part: units.percent(sent.part * 100),
                size: units.bytes(sent.file.size),
              })
            : t('firmware-pages.image.sent', { size: units.bytes(sent.file.size) })}
        </ProgressBar>
      )}
      {hash !== '' && (
        <p className="firmware-hash">
          {t('firmware-pages.image.hash')} <code>{hash}</code>
        </p>
      )}
    </div>
  );
}
