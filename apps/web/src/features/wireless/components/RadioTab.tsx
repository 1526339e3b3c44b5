import { wirelessCalls } from '@airloom/contract/wireless/wireless.calls';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/api/use-call.ts';
import { DraftBar } from '../../../shared/configuration/DraftBar.tsx';
import { useAddressValue } from '../../../shared/routing/use-address-value.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { useSettings } from '../wireless-settings.ts';
import { RadiosForm } from './RadiosForm.tsx';
import {
  PlaceSelect,
  type RadioPlace,
  useDevicePlaces,
  useGroupPlaces,
  useSitePlaces,
} from './radio-places.tsx';
import { Unread } from './Unread.tsx';

type Level = 'site' | 'group' | 'device';

const PLACES = { site: useSitePlaces, group: useGroupPlaces, device: useDevicePlaces };
const SKELETON_ROWS = 8;

function RadiosOf({ level, place }: { level: Level; place: RadioPlace }) {
  const [first, second] = place.above;
  const options = useCall(wirelessCalls.viewRadioOptions, { level, placeUUID: place.uuid });
  const own = useSettings({ kind: 'radios', placeUUID: place.uuid });
  const site = useSettings({ kind: 'radios', placeUUID: first }, first !== undefined);
  const group = useSettings({ kind: 'radios', placeUUID: second }, second !== undefined);
  const needed = [options, own, ...(first ? [site] : []), ...(second ? [group] : [])];
  // The one that failed, if one did.
  const unread = needed.filter(({ data }) => !data).toSorted((one) => (one.error ? -1 : 1))[0];
  if (unread || !options.data || !own.data) return <Unread query={unread ?? own} rows={SKELETON_ROWS} />;
  const above = [
    ...(first ? (site.data?.rows.slice(0, 1) ?? []) : []),
    ...(second ? (group.data?.rows.slice(0, 1) ?? []) : []),
  ];
  return (
    <RadiosForm
      place={{ level, uuid: place.uuid }}
      draft={{ level: 'site', uuid: place.siteUUID }}
      options={options.data}
      setting={own.data.rows[0] ?? null}
      above={above}
    />
  );
}

/** Radio settings of one level; the place is part of the address. */
export function RadioTab({ level }: { level: Level }) {
  const { t } = useTranslation();
  const [asked, ask] = useAddressValue('place');
  const choices = PLACES[level](asked);
  const listed = choices.options.find(({ value }) => value === asked)?.place;
  const place = listed ?? (asked === null ? choices.options[0]?.place : null);
  return (
    <>
      <PlaceSelect level={level} choices={choices} value={place?.uuid} onChange={ask} />
      <DraftBar at={place?.siteUUID} />
      {place ? (
        <RadiosOf key={place.uuid} level={level} place={place} />
      ) : choices.isPending ? (
        <Skeleton rows={SKELETON_ROWS} />
      ) : (
        <div className="card">
          <EmptyState
            icon="ac"
            title={t('wireless.radio.empty')}
            text={level === 'group' ? t('wireless.radio.emptyGroups') : t('wireless.radio.emptyDevices')}
          />
        </div>
      )}
    </>
  );
}
