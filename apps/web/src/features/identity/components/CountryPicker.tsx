import Input, { type InputRef } from 'antd/es/input/Input';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Popup } from '../../../shared/ui/actions/Popup.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';
import './country-picker.css';
import { matchingCountries } from './matching-countries.ts';
import { useCountries } from './use-countries.ts';

const PANEL_PX = 308;

interface CountryPickerProps {
  countryCode: string;
  onPick(countryCode: string): void;
}

function CountryList({ countryCode, onPick, close }: CountryPickerProps & { close(): void }) {
  const { t } = useTranslation();
  const listId = useId();
  const input = useRef<InputRef>(null);
  const [search, setSearch] = useState('');
  const [active, setActive] = useState(0);
  const countries = useCountries();
  const matches = matchingCountries(countries.data ?? [], search);
  const optionId = (position: number) => `${listId}-${position}`;

  useEffect(() => input.current?.focus(), []);

  function pick(position: number): void {
    const country = matches[position];
    if (country === undefined) return;
    onPick(country.dialCode);
    close();
  }

  function move(to: number): void {
    const next = Math.min(Math.max(to, 0), matches.length - 1);
    setActive(next);
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
  }

  function onKeyDown(event: KeyboardEvent): void {
    const keys: Record<string, () => void> = {
      ArrowDown: () => move(active + 1),
      ArrowUp: () => move(active - 1),
      Enter: () => pick(active),
    };
    const act = keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  }

  return (
    <div className="identity-countries">
      <Input
        ref={input}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is an input already, one that owns a list
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={matches.length > 0 ? optionId(active) : undefined}
        aria-label={t('identity.country.search')}
        placeholder={t('identity.country.search')}
        prefix={<Icon name="search" />}
        value={search}
        onChange={(event) => {
          setSearch(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      {countries.isPending && <Skeleton rows={6} />}
      {countries.isError && <p className="identity-country-none">{t('ui.failed.title')}</p>}
      {countries.isSuccess && matches.length === 0 && (
        <p className="identity-country-none">{t('ui.table.noMatch')}</p>
      )}
      <div
        id={listId}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot be searched
        role="listbox"
        aria-label={t('identity.country.list')}
        className="identity-country-list"
      >
        {matches.map(({ country, name, dialCode }, position) => (
          <div
            key={country}
            id={optionId(position)}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- stands in a list that is no select
            role="option"
            tabIndex={-1}
            aria-selected={dialCode === countryCode}
            data-active={position === active}
            className="identity-country"
            onPointerMove={() => setActive(position)}
            onClick={() => pick(position)}
            onKeyDown={onKeyDown}
          >
            <span className="identity-country-name">{name}</span>
            <span className="identity-country-code">{`+${dialCode}`}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

/** A dialling code from a searchable list; far smaller than the component library's select. */
export function CountryPicker({ countryCode, onPick }: CountryPickerProps) {
  const { t } = useTranslation();
  const label = t('identity.country.label', { code: countryCode });
  return (
    <Popup
      kind="dialog"
      label={t('identity.country.list')}
      width={PANEL_PX}
      renderTrigger={(props) => (
        <button {...props} type="button" className="identity-country-button" aria-label={label}>
          {`+${countryCode}`}
          <Icon name="down" size={14} />
        </button>
      )}
    >
      {(close) => <CountryList countryCode={countryCode} onPick={onPick} close={close} />}
    </Popup>
  );
}
