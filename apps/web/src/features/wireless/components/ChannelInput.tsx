import type { RadioOptions } from '@airloom/contract/wireless/wireless.model';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import './wireless.css';

type Channels = RadioOptions['bands'][number]['channels'];

interface ChannelSelectProps {
  channels: Channels;
  value: number | 'auto';
  labelledBy: string;
  onChange(value: number | 'auto'): void;
}

export function ChannelSelect({ channels, value, labelledBy, onChange }: ChannelSelectProps) {
  const { t } = useTranslation();
  const known = channels.some(({ channel }) => channel === value) || value === 'auto';
  return (
    <Select<number | 'auto'>
      className="wireless-select"
      aria-labelledby={labelledBy}
      options={[
        { value: 'auto', label: t('wireless.radio.automatic') },
        ...channels.map(({ channel, radar }) => ({
          value: channel,
          label: radar ? t('wireless.radio.radarChannel', { channel }) : String(channel),
        })),
        // A stored channel that the country or the devices do not allow any more.
        ...(known ? [] : [{ value, label: String(value) }]),
      ]}
      value={value}
      onChange={onChange}
    />
  );
}

interface AllowedChannelsProps {
  channels: Channels;
  /** Empty: all. */
  value: readonly number[];
  disabled: boolean;
  labelledBy: string;
  onChange(value: number[]): void;
}

/** The channels among which devices choose. */
export function AllowedChannels({ channels, value, disabled, labelledBy, onChange }: AllowedChannelsProps) {
  const { t } = useTranslation();
  return (
    <fieldset className="wireless-chips" aria-labelledby={labelledBy} disabled={disabled}>
      {channels.map(({ channel, radar }) => {
        const chosen = value.includes(channel);
        return (
          <button
            key={channel}
            type="button"
            className="wireless-chip"
            aria-pressed={chosen}
            aria-label={radar ? t('wireless.radio.radarChannel', { channel }) : String(channel)}
            title={radar ? t('wireless.radio.radar') : undefined}
            data-radar={radar}
            onClick={() =>
              onChange(
                chosen
                  ? value.filter((other) => other !== channel)
                  : [...value, channel].toSorted((one, other) => one - other),
              )
            }
          >
            {channel}
          </button>
        );
      })}
    </fieldset>
  );
}
