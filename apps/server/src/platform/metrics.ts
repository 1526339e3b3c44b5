import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const COSTLY = [
  'nodejs_active_handles',
  'nodejs_active_handles_total',
  'nodejs_active_requests',
  'nodejs_active_requests_total',
  'nodejs_active_resources',
  'nodejs_active_resources_total',
];

/** The metrics of `/metrics`. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // These list every socket at each scrape.
  for (const name of COSTLY) registry.removeSingleMetric(name);
  return {
    registry,
    requests: new Histogram({
      name: 'airloom_http_request_seconds',
      help: 'Time to answer, by route and status',
      labelNames: ['route', 'status'],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5],
      registers: [registry],
    }),
    signIns: new Counter({
      name: 'airloom_sign_ins_total',
      help: 'Sign-ins by outcome',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    outboxWaiting: new Gauge({
      name: 'airloom_outbox_waiting',
      help: 'Facts that wait to be told',
      registers: [registry],
    }),
    outboxFailed: new Gauge({
      name: 'airloom_outbox_failed',
      help: 'Facts that were given up after many attempts',
      registers: [registry],
    }),
    reports: new Counter({
      name: 'airloom_reports_total',
      help: 'Reports of devices by outcome: stored, or refused because they cannot be',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    reportsWaiting: new Gauge({
      name: 'airloom_reports_waiting',
      help: 'Reports and events of devices that wait to be stored',
      registers: [registry],
    }),
    reportFlush: new Histogram({
      name: 'airloom_report_flush_seconds',
      help: 'Time to store one batch of reports',
      buckets: [0.02, 0.05, 0.1, 0.25, 0.5, 1, 5],
      registers: [registry],
    }),
    deviceEventsLeftOut: new Counter({
      name: 'airloom_device_events_left_out_total',
      help: 'Events left out because a device told too many',
      registers: [registry],
    }),
    deviceConnections: new Gauge({
      name: 'airloom_device_connections',
      help: 'Devices connected to this process',
      registers: [registry],
    }),
    devicesEntering: new Gauge({
      name: 'airloom_devices_entering',
      help: 'Sockets of devices on their way in, or waiting for it',
      registers: [registry],
    }),
    deviceEntries: new Counter({
      name: 'airloom_device_entries_total',
      help: 'Connections of devices by how their way in ended',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    rttyConnections: new Gauge({
      name: 'airloom_rtty_connections',
      help: 'Remote access connections of devices to this process',
      registers: [registry],
    }),
    rttyEntries: new Counter({
      name: 'airloom_rtty_entries_total',
      help: 'Remote access connections by how their registration ended',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    deviceFrames: new Counter({
      name: 'airloom_device_frames_total',
      help: 'Frames from devices by what they were',
      labelNames: ['kind'],
      registers: [registry],
    }),
    deviceCloses: new Counter({
      name: 'airloom_device_closes_total',
      help: 'Connections of devices that the gateway ended, by reason',
      labelNames: ['reason'],
      registers: [registry],
    }),
    enrolments: new Counter({
      name: 'airloom_enrolments_total',
      help: 'Enrolments of devices by outcome',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    backupSuccess: new Gauge({
      name: 'airloom_backup_last_success_timestamp_seconds',
      help: 'When the newest scheduled backup was completed; 0 when there is none',
      registers: [registry],
    }),
    backupFailures: new Gauge({
      name: 'airloom_backup_failures',
      help: 'Attempts at a scheduled backup that failed since the last one that succeeded',
      registers: [registry],
    }),
    liveSockets: new Gauge({
      name: 'airloom_live_sockets',
      help: 'Browsers listening for live messages',
      registers: [registry],
    }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
