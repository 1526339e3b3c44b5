import { lazy, type ReactNode, Suspense } from 'react';
import type { Control } from '../use-schema-form.ts';
import './moment.css';
import type { MomentKind } from './moment-text.ts';

/** With its calendar; few pages have one. */
const MomentInput = lazy(async () => ({ default: (await import('./MomentInput.tsx')).MomentInput }));

export interface MomentInputProps {
  /** `2026-11-18`, `13:05` or `2026-11-18T13:05`; empty for none. */
  value: string;
  onChange(value: string): void;
  id?: string;
  name?: string;
  label?: string;
  /** Earliest value, for the calendar. */
  min?: string;
  invalid?: boolean;
  required?: boolean;
  describedBy?: string | undefined;
  onBlur?(): void;
}

export type MomentProps = MomentInputProps & { kind: MomentKind };

function Moment(props: MomentProps) {
  return (
    <Suspense fallback={<span className="moment moment-loading" data-kind={props.kind} />}>
      <MomentInput {...props} />
    </Suspense>
  );
}

export function DateInput(props: MomentInputProps) {
  return <Moment {...props} kind="date" />;
}

export function TimeInput(props: MomentInputProps) {
  return <Moment {...props} kind="time" />;
}

export function DateTimeInput(props: MomentInputProps) {
  return <Moment {...props} kind="dateTime" />;
}

/** For a form over a schema. */
export function dateTimeField(control: Control<string>): ReactNode {
  const { id, name, value, onChange, onBlur, invalid, required, describedBy } = control;
  return <DateTimeInput {...{ id, name, value, onChange, onBlur, invalid, required, describedBy }} />;
}
