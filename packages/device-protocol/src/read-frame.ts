import { Ajv, type ValidateFunction } from 'ajv';
import { z } from 'zod';
import { inflateParams } from './compression.ts';
import { serialOf } from './identity.ts';
import type { DeviceEvent, Happening, Inbound, MalformedReason, Report } from './model.ts';
import { answerOf, errorFrame, failedAnswerOf, resultFrame } from './ucentral/answer.ts';
import { eventEntry, eventOf, eventParams } from './ucentral/events.ts';
import { textOf, timeOf } from './ucentral/figures.ts';
import { helloOf, helloParams } from './ucentral/hello.ts';
import {
  alarmOf,
  alarmParams,
  crashLogOf,
  crashLogParams,
  healthOf,
  healthParams,
  logOf,
  logParams,
  rebootLogOf,
  rebootLogParams,
  recoveryParams,
} from './ucentral/notices.ts';
import { parseJson } from './ucentral/parse.ts';
import { reportOf } from './ucentral/report.ts';
import { scanOf, scanParams } from './ucentral/scan.ts';
import { stateParams } from './ucentral/state-schema.ts';

export interface FrameBounds {
  readonly inflatedMaxBytes: number;
}

export const DEFAULT_BOUNDS: FrameBounds = { inflatedMaxBytes: 2 * 1024 * 1024 };

/** Called with the number of inflated bytes before they are parsed. */
type Inflated = (bytes: number) => void;

/** Parses one text frame of a device. Throws only what `inflated` throws. */
export function readFrame(
  frame: Buffer,
  bounds: FrameBounds = DEFAULT_BOUNDS,
  inflated: Inflated = () => undefined,
): Inbound {
  if (frame.length > bounds.inflatedMaxBytes) return malformed('tooLarge');
  const parsed = parseJson(frame);
  if (!parsed.ok) return malformed(parsed.why);
  const message = parsed.value;
  if (!isObject(message)) return malformed('badShape');
  if (typeof message['method'] === 'string') {
    return readMethod(message['method'], message['params'], bounds, inflated);
  }
  if ('result' in message) return readResult(message);
  if ('error' in message) return readError(message);
  return readRadius(message);
}

function malformed(why: MalformedReason): Inbound {
  return { kind: 'malformed', why };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Reader = (value: unknown) => Inbound;

const ajv = new Ajv({ allowUnionTypes: true });

/** Compiled at the first frame of its kind: all of them took an eighth of the time in which the console starts. */
function reads<Schema extends z.ZodType>(
  schema: Schema,
  read: (value: z.infer<Schema>) => Inbound | null,
): Reader {
  let compiled: ValidateFunction<z.infer<Schema>> | undefined;
  return (value) => {
    compiled ??= ajv.compile<z.infer<Schema>>(z.toJSONSchema(schema, { target: 'draft-07' }));
    return compiled(value) ? (read(value) ?? malformed('badShape')) : malformed('badShape');
  };
}

function eventFrom(by: string, happening: Happening, at: number | null = null): Inbound | null {
  const serial = serialOf(by);
  return serial === null ? null : { kind: 'events', events: [{ serial, at, happening }] };
}

function ignores(method: string): Reader {
  return () => ({ kind: 'ignored', method });
}

const telemetryParams = z.looseObject({
  serial: z.string(),
  data: z.looseObject({
    state: z.array(z.tuple([z.number(), stateParams])).optional(),
    event: z.array(eventEntry).optional(),
  }),
});

/** Requested telemetry contains states, unsolicited telemetry events. */
function readTelemetry(params: z.infer<typeof telemetryParams>): Inbound | null {
  const serial = serialOf(params.serial);
  if (serial === null) return null;
  const reports: Report[] = [];
  for (const [, state] of params.data.state ?? []) {
    const report = reportOf(state);
    if (report?.serial !== serial) return malformed('foreignSerial');
    reports.push(report);
  }
  if (reports.length > 0) return { kind: 'reports', reports };
  const events: DeviceEvent[] = (params.data.event ?? []).map((entry) => eventOf(serial, entry));
  return events.length > 0 ? { kind: 'events', events } : { kind: 'ignored', method: 'telemetry' };
}

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  [
    'connect',
    reads(helloParams, (params) => {
      const hello = helloOf(params);
      return hello === null ? null : { kind: 'hello', hello };
    }),
  ],
  [
    'state',
    reads(stateParams, (params) => {
      const report = reportOf(params);
      return report === null ? null : { kind: 'reports', reports: [report] };
    }),
  ],
  ['telemetry', reads(telemetryParams, readTelemetry)],
  [
    'event',
    reads(eventParams, (params) => {
      const serial = serialOf(params.serial);
      return serial === null ? null : { kind: 'events', events: [eventOf(serial, params.data.event)] };
    }),
  ],
  ['healthcheck', reads(healthParams, (params) => eventFrom(params.serial, healthOf(params)))],
  ['log', reads(logParams, (params) => eventFrom(params.serial, logOf(params)))],
  [
    'alarm',
    reads(alarmParams, (params) =>
      eventFrom(params.serial, alarmOf(params), timeOf(params.data.time_created)),
    ),
  ],
  [
    'rebootLog',
    reads(rebootLogParams, (params) => eventFrom(params.serial, rebootLogOf(params), timeOf(params.date))),
  ],
  ['crashlog', reads(crashLogParams, (params) => eventFrom(params.serial, crashLogOf(params.loglines)))],
  [
    'recovery',
    reads(recoveryParams, (params) => {
      const serial = serialOf(params.serial);
      if (serial !== null && params.reboot === true) return { kind: 'needsReboot', serial };
      return eventFrom(params.serial, crashLogOf(params.loglines));
    }),
  ],
  [
    'wifiscan',
    reads(scanParams, (params) => {
      const serial = serialOf(params.serial);
      return serial === null ? null : { kind: 'scan', serial, entries: scanOf(params) };
    }),
  ],
  ['cfgpending', ignores('cfgpending')],
  ['ping', ignores('ping')],
  ['deviceupdate', ignores('deviceupdate')],
  ['venue_broadcast', ignores('venue_broadcast')],
]);

function readMethod(method: string, params: unknown, bounds: FrameBounds, inflated: Inflated): Inbound {
  const reader = READERS.get(method);
  if (reader === undefined) return { kind: 'ignored', method: textOf(method) };
  if (!isObject(params) || typeof params['compress_64'] !== 'string') return reader(params);
  const plain = inflateParams(params['compress_64'], bounds.inflatedMaxBytes);
  if (plain === null) return malformed('badCompression');
  inflated(plain.length);
  const parsed = parseJson(plain);
  return parsed.ok ? reader(parsed.value) : malformed(parsed.why);
}

const readResult = reads(resultFrame, (frame) => ({ kind: 'answer', answer: answerOf(frame) }));
const readError = reads(errorFrame, (frame) => ({ kind: 'answer', answer: failedAnswerOf(frame) }));

const radiusFrame = z.looseObject({ radius: z.enum(['auth', 'acct', 'coa']), data: z.string() });

const readRadius = reads(radiusFrame, ({ radius, data }) => ({
  kind: 'radius',
  service: radius,
  packet: Buffer.from(data, 'base64'),
}));
