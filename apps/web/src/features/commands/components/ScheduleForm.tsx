import { COMMAND_LIMITS } from '@airloom/contract/commands/commands.limits';
import { scheduleCalls } from '@airloom/contract/commands/schedules.calls';
import { type CommandScheduleDetail, SCHEDULABLE_COMMANDS } from '@airloom/contract/commands/schedules.model';
import { HOUR } from '@airloom/contract/time';
import { type ComponentProps, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import type { CommandDevice } from '../../../shared/devices/device-commands.ts';
import { selectInput } from '../../../shared/form/rich-inputs.tsx';
import type { FieldDef } from '../../../shared/form/SchemaForm.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { toLocalField } from '../../../shared/logs/local-time.ts';
import { RolloutPreview } from '../../../shared/rollout/RolloutPreview.tsx';
import { RolloutStartInput } from '../../../shared/rollout/RolloutStartInput.tsx';
import { type StartMode, startOf, tonight } from '../../../shared/rollout/rollout-start.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { FormDrawer } from '../../../shared/ui/layout/FormDrawer.tsx';
import { useClock } from '../../../shared/ui/use-clock.ts';
import { COMMAND_CALLS } from '../commands.queries.ts';
import { type ScheduleForm as Form, scheduleForm, scheduleOf } from '../schedule-form.ts';

interface ScheduleFormProps {
  devices?: readonly Pick<CommandDevice, 'deviceUUID'>[];
  /** The schedule to edit, with its own devices. */
  edited?: CommandScheduleDetail;
  /** With the schedule, if one was stored. */
  onClose(scheduleUUID: string | null): void;
}

const MODES: readonly StartMode[] = ['local', 'at'];
const NONE: readonly never[] = [];

/** A command for devices at a later time, with a preview. */
function startInput(soonest: string) {
  return (control: ComponentProps<typeof RolloutStartInput>['control']) => (
    <RolloutStartInput control={control} modes={MODES} soonest={soonest} />
  );
}

export function ScheduleForm({ devices = NONE, edited, onClose }: ScheduleFormProps) {
  const { t } = useTranslation();
  const clock = useClock();
  const creating = useCommand(scheduleCalls.createCommandSchedule, { refresh: COMMAND_CALLS });
  const updating = useCommand(scheduleCalls.updateCommandSchedule, { refresh: COMMAND_CALLS });
  const stored = useRef<string | null>(null);
  const target = edited
    ? { kind: 'kept' as const, scheduleUUID: edited.scheduleUUID }
    : {
        kind: 'devices' as const,
        deviceUUIDs: devices.slice(0, COMMAND_LIMITS.devicesMax).map(({ deviceUUID }) => deviceUUID),
      };
  const form = useSchemaForm({
    schema: scheduleForm,
    initial: edited
      ? { command: edited.command, start: startOf(edited, clock) }
      : { command: 'reboot', start: { mode: 'local', at: '', ...tonight(clock) } },
    async submit(values) {
      const input = scheduleOf(values, target);
      if (edited) {
        const { scheduleUUID, revision } = edited;
        await updating.run({ ...input, scheduleUUID, revision });
        toast.success(t('command-pages.schedule.saved'));
        stored.current = scheduleUUID;
        return;
      }
      stored.current = (await creating.run(input)).scheduleUUID;
      toast.success(t('command-pages.schedule.made'));
    },
  });
  const read = scheduleForm.safeParse(form.values);
  const preview = useCall(
    scheduleCalls.previewCommandSchedule,
    scheduleOf(read.success ? read.data : form.values, target),
    { enabled: read.success },
  );
  const fields: readonly FieldDef<Form>[] = [
    {
      name: 'command',
      label: 'command-pages.command',
      wide: true,
      input: selectInput({
        choices: SCHEDULABLE_COMMANDS.map((value) => ({ value, label: t(`commands.command.${value}`) })),
      }),
    },
    {
      name: 'start',
      label: 'command-pages.schedule.start',
      wide: true,
      group: true,
      input: startInput(toLocalField(new Date(clock + HOUR).toISOString())),
    },
  ];
  return (
    <FormDrawer
      open
      wide
      title={edited ? t('command-pages.schedule.editTitle') : t('command-pages.schedule.title')}
      action={edited ? t('ui.save') : t('command-pages.schedule.submit')}
      form={form}
      fields={fields}
      after={
        read.success && (
          <RolloutPreview
            preview={
              preview.data && {
                ...preview.data,
                leftOut: preview.data.leftOut.map((one) => ({
                  ...one,
                  reason: t(`command-pages.schedule.reason.${one.reason}`),
                })),
              }
            }
            error={preview.error}
            retry={() => void preview.refetch()}
            isNow={false}
          />
        )
      }
      onClose={() => onClose(stored.current)}
    />
  );
}
