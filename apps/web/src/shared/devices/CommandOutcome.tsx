import type { DeviceCommandRow } from '@airloom/contract/commands/commands.model';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useUnits } from '../i18n/use-units.ts';
import { keepFromRow } from '../table/CellLink.tsx';
import { Icon } from '../ui/Icon.tsx';
import './command-outcome.css';
import { pageOfDevice } from './device-page.ts';

const CableLines = lazy(async () => ({ default: (await import('./CableLines.tsx')).CableLines }));

/** Results for which the text of the device is misleading: it accepted the command, and the outcome follows. */
const WORDLESS: ReadonlySet<DeviceCommandRow['state']> = new Set(['success', 'sending', 'responseTimeout']);

function useResultLines(command: DeviceCommandRow): string[] {
  const { t } = useTranslation();
  const units = useUnits();
  const { state, sentAt, endedAt, reason, text, result } = command;
  const answered = command.command === 'ping' && state === 'success' && sentAt !== null && endedAt !== null;
  return [
    ...(state === 'sending' && sentAt === null ? [t('command-pages.waits')] : []),
    ...(reason === null ? [] : [t(`commands.reason.${reason}`)]),
    ...(text === '' || WORDLESS.has(state) || result.output !== null ? [] : [text]),
    ...(answered
      ? [
          t('command-pages.answered', {
            duration: units.milliseconds(Date.parse(endedAt) - Date.parse(sentAt)),
          }),
        ]
      : []),
  ];
}

/** What a command brought beside its result: why, in whose words, and a file, an output or a place to look. */
export function CommandOutcome({ command }: { command: DeviceCommandRow }) {
  const { t } = useTranslation();
  const lines = useResultLines(command);
  const { rejected, result, state } = command;
  const scanned = command.command === 'wifiScan' && state === 'success';
  const cables = command.command === 'cableTest' ? result.output : null;
  const isShown = command.command !== 'cableTest' && (command.command !== 'ping' || state !== 'success');
  const output = isShown ? result.output : null;
  if (
    lines.length + rejected.length === 0 &&
    result.fileUrl === null &&
    output === null &&
    cables === null &&
    !scanned
  )
    return null;
  return (
    <div className="command-outcome">
      {lines.map((line) => (
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
      {scanned && (
        <Link to={`${pageOfDevice(command.deviceUUID)}&tab=neighbours`} onClick={keepFromRow}>
          {t('command-pages.heard')}
        </Link>
      )}
      {cables !== null && (
        <Suspense>
          <CableLines output={cables} />
        </Suspense>
      )}
      {output !== null && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long output must scroll by keyboard too
        <pre tabIndex={0}>{output}</pre>
      )}
    </div>
  );
}
