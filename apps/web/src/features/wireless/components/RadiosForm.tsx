import type { DraftPlace } from '@airloom/contract/configuration/configuration.calls';
import type { Setting } from '@airloom/contract/configuration/configuration.model';
import type { SettingPlace } from '@airloom/contract/configuration/edits';
import { BANDS } from '@airloom/contract/devices/devices.model';
import { type Radios, radiosInputIn } from '@airloom/contract/wireless/radio.rules';
import type { RadioOptions } from '@airloom/contract/wireless/wireless.model';
import { Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { useChangeReview } from '../../../shared/configuration/use-change-review.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { isSame } from '../merge-edits.ts';
import { inheritedSteering, radiosEdit, radiosIn } from '../radio-form.ts';
import { ConflictNotice } from './ConflictNotice.tsx';
import { FormActions } from './FormActions.tsx';
import { RadioCard } from './RadioCard.tsx';
import { RadioField } from './RadioField.tsx';
import { ReadOnly } from './ReadOnly.tsx';
import { useBase } from './use-base.ts';
import { useEditBlock } from './use-edit-block.ts';
import { useFollowing } from './use-following.ts';
import './wireless.css';

interface RadiosFormProps {
  place: SettingPlace;
  /** The site of the place, whose draft takes its edits. */
  draft: DraftPlace;
  options: RadioOptions;
  /** The newest version; null when the place sets nothing. */
  setting: Setting | null;
  /** Settings of the levels above, the most general first. */
  above: readonly Setting[];
}

/** Radio settings of a site, a device group or a device. */
export function RadiosForm({ place, draft, options, setting, above }: RadiosFormProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const blocked = useEditBlock('radios')(place.level);
  const of = useBase(setting);
  const { base, update } = of;
  const { review, dialog } = useChangeReview(of.setApplied);
  const schema = radiosInputIn(options.country);
  const editOf = (values: Radios) => radiosEdit({ place, stored: base, values });
  const form = useSchemaForm({
    schema,
    initial: radiosIn(setting),
    submit(values) {
      const edit = editOf(values);
      if (edit) review(edit);
      else toast.info(t('wireless.radio.nothing'));
    },
  });
  const isConflict = useFollowing<Radios>({ form, of, newest: setting, valuesOf: radiosIn });
  const { bands, bandSteering } = form.values;
  const steering = inheritedSteering(above);
  const checked = schema.safeParse(form.values);

  return (
    <ReadOnly reason={blocked}>
      {isConflict && (
        <ConflictNotice<Radios>
          newest={setting}
          base={radiosIn(base)}
          mine={form.values}
          theirs={radiosIn(setting)}
          onResolve={(values) => {
            form.reset(values);
            update();
          }}
        />
      )}
      <form {...form.formProps} className="wireless-radios">
        <p className="page-note">
          {t('wireless.radio.country', { country: format.regionName(options.country) })}
        </p>
        <div className="wireless-cards">
          {BANDS.map((band) => (
            <RadioCard
              key={band}
              band={band}
              options={options.bands.find((one) => one.band === band)}
              above={above}
              bands={bands}
              issues={form.issues}
              disabled={blocked !== undefined}
              onChange={(next) => form.set('bands', next)}
            />
          ))}
        </div>
        <section className="card wireless-radio">
          <RadioField
            label={t('wireless.radio.bandSteering')}
            hint={t('wireless.radio.bandSteeringHint')}
            isSet={bandSteering !== undefined}
            inherited={steering}
            onReset={() => form.set('bandSteering', undefined)}
          >
            {(labelledBy) => (
              <Switch
                aria-labelledby={labelledBy}
                checked={bandSteering ?? steering?.value ?? false}
                onChange={(on) => form.set('bandSteering', on)}
              />
            )}
          </RadioField>
        </section>
        <div className="form-actions">
          <FormActions
            form={form}
            edit={checked.success ? editOf(checked.data) : null}
            place={draft}
            blocked={blocked}
            conflict={isConflict}
            unchanged={isSame(form.values, radiosIn(base))}
            onAdded={() => form.reset(radiosIn(setting))}
          />
        </div>
      </form>
      {dialog}
    </ReadOnly>
  );
}
