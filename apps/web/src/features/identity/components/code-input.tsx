import { Button } from 'antd';
import Input from 'antd/es/input/Input';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { inputProps } from '../../../shared/form/text-inputs.tsx';
import type { Control } from '../../../shared/form/use-schema-form.ts';
import type { MessageKey } from '../../../shared/i18n/i18n.ts';
import type { CodeSender } from '../use-code-sender.ts';
import './inputs.css';

const CODE_LENGTH = 6;

interface CodeOptions {
  /** Whether the answer may reveal that the contact is registered. */
  certain?: boolean;
  takesFocus?: boolean;
  /** Spaces between digits included. */
  length?: number;
}

function useSendLabel(sender: CodeSender): string {
  const { t } = useTranslation();
  if (sender.seconds > 0) return t('identity.code.wait', { seconds: sender.seconds });
  return sender.sentTo === null ? t('identity.code.send') : t('identity.code.again');
}

function noteOf(sender: CodeSender, { certain }: CodeOptions): MessageKey {
  if (!sender.isSent) return 'identity.code.noSender';
  return certain ? 'identity.code.sent' : 'identity.code.sentIfKnown';
}

function CodeControl({
  control,
  sender,
  options,
}: {
  control: Control<string>;
  sender: CodeSender;
  options: CodeOptions;
}) {
  const { t } = useTranslation();
  const label = useSendLabel(sender);
  return (
    <div>
      <div className="identity-joined">
        <Input
          {...inputProps(control)}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={options.length ?? CODE_LENGTH}
          {...(options.takesFocus ? { autoFocus: true } : {})}
          value={control.value}
          onChange={(event) => control.onChange(event.target.value.replaceAll(/\D/g, ''))}
        />
        <Button disabled={sender.seconds > 0} loading={sender.pending} onClick={sender.send}>
          {label}
        </Button>
      </div>
      <output className="identity-note">
        {sender.sentTo !== null && t(noteOf(sender, options), { target: sender.sentTo })}
      </output>
    </div>
  );
}

/** The code from a message, with the button that requests it. */
export function codeInput(sender: CodeSender, options: CodeOptions = {}) {
  return function renderCode(control: Control<string>): ReactNode {
    return <CodeControl control={control} sender={sender} options={options} />;
  };
}
