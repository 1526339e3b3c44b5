import { Button } from 'antd';
import { AArrowDown, AArrowUp, CircleDot, ClipboardPaste } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../shared/ui/actions/IconButton.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { StatusDot, type Tone } from '../../../shared/ui/StatusDot.tsx';
import { changeFontSize, FONT_MAX, FONT_MIN, useFontSize } from '../font-size.ts';
import type { LineState } from '../shell-line.ts';

const TONES: Readonly<Record<LineState['kind'], Tone>> = {
  opening: 'warn',
  open: 'ok',
  retrying: 'warn',
  ended: 'offline',
};

interface ShellBarProps {
  state: LineState;
  text: string;
  isRecorded: boolean;
  onFind(): void;
  onCopy(): void;
  onPaste(): void;
  onReconnect(): void;
  onStopRetrying(): void;
}

/** State of a shell, and its tools. */
export function ShellBar(props: ShellBarProps) {
  const { state, text, isRecorded } = props;
  const { t } = useTranslation();
  const size = useFontSize((font) => font.size);
  const isDown = state.kind === 'ended' || state.kind === 'retrying';
  return (
    <div className="shell-bar">
      <output className="shell-state">
        <StatusDot tone={TONES[state.kind]}>{text}</StatusDot>
      </output>
      {isDown && (
        <Button size="small" type="primary" onClick={props.onReconnect}>
          {t('web-shell.reconnect')}
        </Button>
      )}
      {state.kind === 'retrying' && (
        <Button size="small" onClick={props.onStopRetrying}>
          {t('web-shell.stopRetry')}
        </Button>
      )}
      {isRecorded && (
        <span className="shell-recorded">
          <Icon name={CircleDot} size={14} />
          {t('web-shell.recorded')}
        </span>
      )}
      <span className="shell-tools">
        <IconButton icon="copy" label={t('web-shell.copy')} onClick={props.onCopy} />
        <IconButton icon={ClipboardPaste} label={t('web-shell.paste')} onClick={props.onPaste} />
        <IconButton icon="search" label={t('web-shell.find')} onClick={props.onFind} />
        <IconButton
          icon={AArrowDown}
          label={t('web-shell.smaller')}
          disabled={size <= FONT_MIN}
          onClick={() => changeFontSize(-1)}
        />
        <IconButton
          icon={AArrowUp}
          label={t('web-shell.larger')}
          disabled={size >= FONT_MAX}
          onClick={() => changeFontSize(1)}
        />
      </span>
    </div>
  );
}
