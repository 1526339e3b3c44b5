import { Button, InputNumber } from 'antd';
import { type ClipboardEvent, lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Control } from '../../../shared/form/use-schema-form.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { Icon } from '../../../shared/ui/Icon.tsx';
import type { TypedCoordinates } from '../site-form-schema.ts';
import { parsePair, roundCoordinate } from './coordinates-text.ts';
import './organizations.css';

const NOWHERE: TypedCoordinates = { latitude: null, longitude: null };
const LOCATION_TIMEOUT_MS = 15_000;

/** Loaded separately from the form. */
const PinMap = lazy(async () => {
  const [{ PinMap: Loaded }] = await Promise.all([
    import('./PinMap.tsx'),
    import('world-atlas/countries-110m.json'),
  ]);
  return { default: Loaded };
});

const LATITUDE_MAX = 90;
const LONGITUDE_MAX = 180;

/** Complete coordinates that are somewhere in the world. */
function isPlace(value: TypedCoordinates): value is { latitude: number; longitude: number } {
  const { latitude, longitude } = value;
  if (latitude === null || longitude === null) return false;
  return Math.abs(latitude) <= LATITUDE_MAX && Math.abs(longitude) <= LONGITUDE_MAX;
}

/** Also with a decimal comma, as most of Europe types it. */
function toNumber(text: string | undefined): number {
  return Number((text ?? '').replace(',', '.'));
}

export function CoordinatesInput({ control }: { control: Control<TypedCoordinates | null> }) {
  const { t } = useTranslation();
  const [locating, setLocating] = useState(false);
  const value = control.value ?? NOWHERE;

  function locate(): void {
    setLocating(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setLocating(false);
        control.onChange({
          latitude: roundCoordinate(coords.latitude),
          longitude: roundCoordinate(coords.longitude),
        });
      },
      (error) => {
        setLocating(false);
        toast.info(
          t(
            error.code === error.PERMISSION_DENIED
              ? 'organizations.site.locationRefused'
              : 'organizations.site.locationUnknown',
          ),
        );
      },
      { enableHighAccuracy: true, timeout: LOCATION_TIMEOUT_MS },
    );
  }

  function paste(event: ClipboardEvent): void {
    const pair = parsePair(event.clipboardData.getData('text'));
    if (pair === null) return;
    event.preventDefault();
    control.onChange(pair);
  }

  const shared = {
    controls: false,
    parser: toNumber,
    onBlur: control.onBlur,
    'aria-invalid': control.invalid,
    'aria-describedby': control.describedBy,
    ...(control.invalid ? { status: 'error' as const } : {}),
  };
  const place = isPlace(value) ? value : null;
  return (
    <div className="organizations-coordinates">
      <InputNumber<number>
        {...shared}
        id={control.id}
        aria-label={t('organizations.site.latitude')}
        placeholder={t('organizations.site.latitude')}
        value={value.latitude}
        onPaste={paste}
        onChange={(latitude) => control.onChange({ ...value, latitude })}
      />
      <InputNumber<number>
        {...shared}
        aria-label={t('organizations.site.longitude')}
        placeholder={t('organizations.site.longitude')}
        value={value.longitude}
        onChange={(longitude) => control.onChange({ ...value, longitude })}
      />
      {'geolocation' in navigator && (
        <Button icon={<Icon name="site" />} loading={locating} onClick={locate}>
          {t('organizations.site.useLocation')}
        </Button>
      )}
      <div className="organizations-map">
        <Suspense>
          <PinMap coordinates={place} onChange={control.onChange} />
        </Suspense>
      </div>
    </div>
  );
}
