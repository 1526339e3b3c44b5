/**
 * Tests whose result may depend on the PostgreSQL server: its version, collation, time zones, locks, roles and row policies,
 * restarts and connections. The normal run repeats only these on an external PostgreSQL; the long run repeats all.
 * `reach` sends every read and write call, so that each query runs there at least once.
 */
export const ABOUT_THE_DATABASE: readonly string[] = [
  // Migrations, roles, row policies, connections, queues, backup and restore.
  'platform/database/*',
  'platform/{backup,events,jobs,quotas}/*',
  'platform/files/stored-files',
  'platform/http/call-limits.api',
  'testing/releases/releases',
  'testing/generated/{isolation,reach}',
  // Locks, several connections and their loss.
  'processes/{several-processes*,console-lock,account-removed}',
  'doors/gateway/connection/{lock-order,lost-messages,presence}.api',
  'domains/people/organizations/*.api',
  'domains/monitoring/notices/delivery/in-flight.api',
  'domains/network/commands/queue/*',
  'domains/network/firmware/images/{images,one-row}.api',
  // Search and text order.
  'domains/**/*.repository',
  'domains/monitoring/alarms/{alarms,history/*,monitored-clients/*,rules/rules}.api',
  'domains/monitoring/clients/{clients,online/online,history/log-search}.api',
  'domains/monitoring/messages/messages.api',
  'domains/network/commands/commands.api',
  'domains/network/devices/{devices,devices-reach,export,groups}.api',
  'domains/network/topology/topology.api',
  'domains/people/access/{members,invitations}/*.api',
  'domains/people/accounts/*.api',
  'domains/people/identity/sessions/*.api',
  // Time zones, partitions and rollups.
  'domains/monitoring/clients/{history/rollup,sessions/minutes*}',
  'domains/monitoring/statistics/{accuracy,statistics.api,figures/*}',
  'domains/monitoring/telemetry/{telemetry.api,ingest/*,rollup/*}',
].map((file) => `apps/server/src/${file}.test.ts`);
