import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { StateSign } from '../health/StateSign.tsx';
import { IconButton } from '../ui/actions/IconButton.tsx';
import './map.css';
import type { PlacedSite } from './WorldMap.tsx';

interface MapListProps {
  sites: readonly PlacedSite[];
  onOpen(id: string): void;
  onClose(): void;
}

/** Sites at the same position on the map. */
export function MapList({ sites, onOpen, onClose }: MapListProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    box.current?.show();
  }, []);
  return (
    <dialog
      ref={box}
      className="map-list"
      aria-label={t('health.map.here', { count: sites.length })}
      onClose={onClose}
      onKeyDown={({ key }) => {
        if (key === 'Escape') box.current?.close();
      }}
    >
      <header>
        {t('health.map.here', { count: sites.length })}
        <IconButton icon="close" label={t('health.map.close')} onClick={() => box.current?.close()} />
      </header>
      <ul>
        {sites.map(({ id, name, state }) => (
          <li key={id}>
            <StateSign state={state} />
            <button type="button" onClick={() => onOpen(id)}>
              {name}
              <span className="visually-hidden">: {t(`health.state.${state}`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </dialog>
  );
}
