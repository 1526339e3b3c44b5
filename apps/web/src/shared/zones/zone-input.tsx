import { MINUTE } from '@airloom/contract/time';
import { Select } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { inputProps } from '../form/text-inputs.tsx';
import type { Control } from '../form/use-schema-form.ts';
import { useLanguageStore } from '../i18n/i18n.ts';
import { useClock } from '../ui/use-clock.ts';
import { searched, type ZoneChoice, type ZoneGroup, zoneGroups } from './zone-choices.ts';
import { useZoneNames } from './zone-names.ts';
import { shownOffset } from './zone-places.ts';
import { useZoneTime } from './zone-time.ts';

const SEARCH = {
  filterOption: (typed: string, option?: Partial<ZoneChoice>): boolean =>
    option?.search?.includes(searched(typed)) ?? false,
};
/** Offsets change at whole quarters of an hour. */
const QUARTER = 15 * MINUTE;
const NONE: readonly ZoneGroup[] = [];

function ZoneSelect({ control }: { control: Control<string | undefined> }) {
  const { t } = useTranslation();
  const names = useZoneNames();
  const timeIn = useZoneTime();
  const now = useClock();
  const language = useLanguageStore((state) => state.language);
  // Naming all zones takes a noticeable time, so it is done for those who look at them.
  const [isListed, setListed] = useState(false);
  const quarter = Math.floor(now / QUARTER);
  const fixedLabel = t('ui.timeZone.fixedOffset');
  const groups = useMemo(
    () => (isListed ? zoneGroups(language, quarter * QUARTER, fixedLabel) : NONE),
    [isListed, language, quarter, fixedLabel],
  );
  return (
    <Select
      {...inputProps(control)}
      value={control.value ?? null}
      // The current time is recognised more easily than an offset.
      options={groups.map(({ minutes, options }) => ({
        label: `${shownOffset(minutes)} · ${timeIn(options[0]?.value ?? 'UTC', now)}`,
        options,
      }))}
      labelRender={({ value }) => names.full(String(value), now)}
      showSearch={SEARCH}
      onOpenChange={(open) => open && setListed(true)}
      onChange={(value) => control.onChange(value ?? undefined)}
    />
  );
}

/** All zones by their current offset; found by city, country, name and offset. */
export function zoneInput(control: Control<string | undefined>): ReactNode {
  return <ZoneSelect control={control} />;
}
