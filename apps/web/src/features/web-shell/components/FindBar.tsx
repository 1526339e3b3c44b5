import { Input, type InputRef } from 'antd';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../shared/ui/actions/IconButton.tsx';
import type { TerminalControl } from './Terminal.tsx';

interface FindBarProps {
  control: RefObject<TerminalControl | null>;
  onClose(): void;
}

/** Searches what the terminal has printed. */
export function FindBar({ control, onClose }: FindBarProps) {
  const { t } = useTranslation();
  const field = useRef<InputRef>(null);
  const [text, setText] = useState('');
  const [isFound, setFound] = useState(true);

  useEffect(() => field.current?.focus(), []);

  function find(wanted: string, isBackward = false): void {
    const search = control.current?.search;
    if (search === undefined || wanted === '') return setFound(true);
    setFound(isBackward ? search.findPrevious(wanted) : search.findNext(wanted));
  }

  return (
    <search className="shell-find">
      <Input
        ref={field}
        size="small"
        aria-label={t('web-shell.find')}
        placeholder={t('web-shell.find')}
        value={text}
        {...(isFound ? {} : { status: 'error' })}
        onChange={(event) => {
          setText(event.target.value);
          find(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') find(text, event.shiftKey);
          if (event.key === 'Escape') onClose();
        }}
      />
      {!isFound && <output>{t('web-shell.noMatch')}</output>}
      <IconButton icon="left" label={t('web-shell.findPrevious')} onClick={() => find(text, true)} />
      <IconButton icon="right" label={t('web-shell.findNext')} onClick={() => find(text)} />
      <IconButton icon="close" label={t('web-shell.findClose')} onClick={onClose} />
    </search>
  );
}
