import { z } from 'zod';
import type { Happening } from '../model.ts';
import { type FigureOrText, figureOrText } from './fields.ts';
import { linesOf, numberOf, percentOf, textOf, wholeWithin } from './figures.ts';

/** Unsolicited messages besides states and events. */

const serial = z.string();
const lines = z.array(z.string()).optional();

const LINES_MAX = 1000;
const LINE_MAX = 1024;
const COMPLAINTS_MAX = 64;
/** As in syslog: 7 is debugging. */
const SEVERITY_MAX = 7;
const INFORMATIONAL = 6;

function severityOf(reported: FigureOrText): number {
  return wholeWithin(numberOf(reported), 0, SEVERITY_MAX) ?? INFORMATIONAL;
}

export const logParams = z.looseObject({ serial, log: z.string(), severity: figureOrText });

export function logOf(params: z.infer<typeof logParams>): Happening {
  return { type: 'log', text: linesOf(params.log, LINE_MAX), severity: severityOf(params.severity) };
}

export const alarmParams = z.looseObject({
  serial,
  data: z.looseObject({
    resource: z.string(),
    text: z.string(),
    time_created: figureOrText,
    severity: figureOrText,
  }),
});

export function alarmOf({ data }: z.infer<typeof alarmParams>): Happening {
  return {
    type: 'alarm',
    resource: textOf(data.resource),
    text: textOf(data.text, LINE_MAX),
    severity: severityOf(data.severity),
  };
}

export const rebootLogParams = z.looseObject({
  serial,
  type: z.string(),
  date: figureOrText,
  info: lines,
});

export function rebootLogOf(params: z.infer<typeof rebootLogParams>): Happening {
  if (params.type === 'crashlog') return crashLogOf(params.info);
  return { type: 'restarted', cause: 'reboot', text: linesOf(params.info?.join('\n'), LINE_MAX) };
}

export const crashLogParams = z.looseObject({ serial, loglines: lines });
export const recoveryParams = z.looseObject({ serial, reboot: z.boolean().optional(), loglines: lines });

export function crashLogOf(reported: readonly string[] | undefined): Happening {
  return {
    type: 'crashLog',
    lines: (reported ?? []).slice(0, LINES_MAX).map((line) => textOf(line, LINE_MAX)),
  };
}

const checks = z.record(z.string(), z.unknown());

export const healthParams = z.looseObject({
  serial,
  sanity: z.number(),
  request_uuid: z.string().optional(),
  data: z
    .looseObject({
      messages: z.array(z.unknown()).optional(),
      interfaces: z
        .record(
          z.string(),
          z.looseObject({
            ssids: checks.optional(),
            radius: checks.optional(),
            dns: z.unknown().optional(),
            dhcp: z.unknown().optional(),
            warning: z.array(z.unknown()).optional(),
          }),
        )
        .optional(),
    })
    .optional(),
});
type HealthParams = z.infer<typeof healthParams>;

export function healthOf(params: HealthParams): Happening {
  return {
    type: 'health',
    sanity: percentOf(params.sanity) ?? 0,
    complaints: complaintsOf(params.data).slice(0, COMPLAINTS_MAX),
    ...(params.request_uuid === undefined ? {} : { requestId: textOf(params.request_uuid) }),
  };
}

function complaintsOf(data: HealthParams['data']): string[] {
  const complaints = texts(data?.messages);
  for (const [name, checked] of Object.entries(data?.interfaces ?? {})) {
    const failed = [
      ...failing(checked.ssids),
      ...failing(checked.radius),
      ...failing({ dns: checked.dns, dhcp: checked.dhcp }),
      ...texts(checked.warning),
    ];
    for (const complaint of failed) complaints.push(textOf(`${name}: ${complaint}`));
  }
  return complaints;
}

function failing(reported: Readonly<Record<string, unknown>> | undefined): string[] {
  return Object.entries(reported ?? {}).flatMap(([name, passed]) => (passed === false ? [name] : []));
}

function texts(reported: readonly unknown[] | undefined): string[] {
  return (reported ?? []).flatMap((text) => (typeof text === 'string' ? [textOf(text)] : []));
}
