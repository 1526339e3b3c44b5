import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import type { Device } from '@airloom/contract/devices/devices.model';
import {
  DEVICE_PASSWORD_TEXTS,
  DEVICE_PASSWORD_VALUES,
  DEVICE_USER,
  devicePassword,
} from '@airloom/contract/devices/devices.rules';
import {
  DEVICE_PASSWORD_FAULTS,
  devicePasswordFault,
} from '@airloom/contract/formats/device/device-password';
import { Radio } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useCommand } from '../../../../shared/api/use-call.ts';
import { ChosenPassword } from '../../../../shared/form/chosen-password.tsx';
import { type Control, useSchemaForm } from '../../../../shared/form/use-schema-form.ts';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { FormDrawer } from '../../../../shared/ui/layout/FormDrawer.tsx';
import { DEVICE_CALLS } from '../../devices.queries.ts';
import { useShowRefused } from '../use-show-refused.ts';

const setForm = z.object({ password: devicePassword });
const takeBackForm = z.object({ password: z.string() });

function PasswordInput({ control }: { control: Control<string> }) {
  const { t } = useTranslation();
  return (
    <ChosenPassword
      control={control}
      rules={{
        faults: DEVICE_PASSWORD_FAULTS,
        faultOf: (password) => devicePasswordFault(password, DEVICE_USER),
        shownRules: DEVICE_PASSWORD_FAULTS.map((fault) => ({
          fault,
          text: t(DEVICE_PASSWORD_TEXTS[fault], DEVICE_PASSWORD_VALUES),
        })),
      }}
    />
  );
}

function passwordInput(control: Control<string>): ReactNode {
  return <PasswordInput control={control} />;
}

interface PasswordDrawerProps {
  devices: readonly Device[];
  onDone(): void;
  onClose(): void;
}

export default function PasswordDrawer({ devices, onDone, onClose }: PasswordDrawerProps) {
  const { t } = useTranslation();
  const showRefused = useShowRefused();
  const set = useCommand(deviceCalls.setDevicePassword, { refresh: DEVICE_CALLS });
  const [takesBack, setTakesBack] = useState(false);
  const form = useSchemaForm({
    schema: takesBack ? takeBackForm : setForm,
    initial: { password: '' },
    async submit({ password }) {
      const { changed: count, refused } = await set.run({
        deviceUUIDs: devices.map(({ deviceUUID }) => deviceUUID),
        password: takesBack ? null : password,
      });
      if (count > 0) {
        toast.success(
          takesBack
            ? t('devices-pages.password.takenBack', { count })
            : t('devices-pages.password.done', { count }),
        );
      }
      onDone();
      await showRefused(refused);
    },
  });
  return (
    <FormDrawer
      open
      title={t('devices-pages.password.title', { count: devices.length })}
      action={takesBack ? t('devices-pages.password.actionTakeBack') : t('devices-pages.password.actionSet')}
      form={form}
      fields={
        takesBack
          ? []
          : [
              {
                name: 'password',
                label: 'devices-pages.password.field',
                input: passwordInput,
              },
            ]
      }
      onClose={onClose}
    >
      {devices.some(({ hasPassword }) => hasPassword) && (
        <Radio.Group
          className="devices-choice"
          aria-label={t('devices-pages.password.what')}
          value={takesBack}
          onChange={(event) => {
            setTakesBack(event.target.value === true);
            form.reset();
          }}
          options={[
            { value: false, label: t('devices-pages.password.set') },
            { value: true, label: t('devices-pages.password.takeBack') },
          ]}
        />
      )}
      <p className="devices-lead">
        {takesBack
          ? t('devices-pages.password.takeBackLead')
          : t('devices-pages.password.setLead', { userName: DEVICE_USER })}
      </p>
    </FormDrawer>
  );
}
