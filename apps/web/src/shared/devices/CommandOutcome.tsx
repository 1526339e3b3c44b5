import type { DeviceCommandRow } from '@airloom/contract/commands/commands.model';
import { useTranslation } from 'react-i18next';
import { keepFromRow } from '../table/CellLink.tsx';
import { Icon } from '../ui/Icon.tsx';
import './command-outcome.css';

/** What a command brought beside its result: why, in whose words, and a file or an output. */
export function CommandOutcome({ command }: { command: DeviceCommandRow }) {
  const { t } = useTranslation();
  const { reason, rejected, result } = command;
  // That it went well is said already.
  const text = command.state === 'success' ? '' : command.text;
  const waits = command.state === 'sending' && command.sentAt === null;
  const said = [
    ...(waits ? [t('command-pages.waits')] : []),
    ...(reason === null ? [] : [t(`commands.reason.${reason}`)]),
    ...(text === '' ? [] : [text]),
  ];
  if (said.length + rejected.length === 0 && result.fileUrl === null && result.output === null) return null;
  return (
    <div className="command-outcome">
      {said.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {rejected.length > 0 && (
        <ul>
          {rejected.map((line) => (
            <li key={line}>
              <code>{line}</code>
            </li>
          ))}
        </ul>
      )}
      {result.fileUrl !== null && (
        <a href={result.fileUrl} download={`${command.deviceName}.pcap`} onClick={keepFromRow}>
          <Icon name="download" size={14} /> {t('command-pages.capture')}
        </a>
      )}
      {result.output !== null && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long output must scroll by keyboard too
        <pre tabIndex={0}>{result.output}</pre>
      )}
    </div>
  );
}
