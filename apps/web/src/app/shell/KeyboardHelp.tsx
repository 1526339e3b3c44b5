import { useTranslation } from 'react-i18next';
import { IconButton } from '../../shared/ui/actions/IconButton.tsx';
import { jumpTargets } from '../routing/menu.ts';
import './keyboard-help.css';
import { Modal } from './Modal.tsx';
import { PALETTE_KEYS } from './palette/palette-keys.ts';
import { useOfferedRoutes } from './use-routes.ts';

export default function KeyboardHelp({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const jumps = jumpTargets(useOfferedRoutes());
  const keys = [
    { keys: PALETTE_KEYS, text: t('shell.keys.palette') },
    { keys: ['/'], text: t('shell.keys.search') },
    { keys: ['?'], text: t('shell.keys.help') },
    ...[...jumps].map(([letters, route]) => ({ keys: ['g', ...letters.split('')], text: t(route.title) })),
  ];
  return (
    <Modal label={t('shell.keys.title')} onClose={onClose}>
      <div className="keys">
        <div className="keys-head">
          <h2>{t('shell.keys.title')}</h2>
          <IconButton icon="close" label={t('shell.notice.close')} onClick={onClose} />
        </div>
        <dl className="keys-list">
          {keys.map((entry) => (
            <div key={entry.text} className="keys-row">
              <dt>{entry.text}</dt>
              <dd>
                {entry.keys.map((key, position) => (
                  <kbd key={`${position} ${key}`}>{key}</kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Modal>
  );
}
