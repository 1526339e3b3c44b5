import { alarmList } from './alarm-list.ts';
import { alarmOutages } from './alarm-outages.ts';
import { alarms } from './alarms.ts';
import { clients } from './clients.ts';
import { configuration } from './configuration.ts';
import { deviceList } from './device-list.ts';
import { deviceTable } from './device-table.ts';
import { fairness } from './fairness.ts';
import { twoGateways } from './gateways.ts';
import { home } from './home.ts';
import { ingest } from './ingest.ts';
import { networkList } from './network-list.ts';
import { proxy } from './proxy.ts';
import { rollout } from './rollout.ts';
import { shell } from './shell.ts';
import { siteHealth } from './site-health.ts';
import { siteTree } from './site-tree.ts';
import { size } from './size.ts';
import { startUp } from './start-up.ts';
import { statistics } from './statistics.ts';
import { runWithCleanup } from './support/cleanup.ts';
import { connectedDevices } from './support/connected.ts';
import { listCall } from './support/list-call.ts';
import { buildFixture } from './support/many-accounts.ts';
import { wanted } from './support/options.ts';
import { report } from './support/report.ts';
import { terminalList } from './terminal-list.ts';
import { topology } from './topology.ts';

/** Benchmarks of several minutes run only by name. */
const QUICK = [
  'list',
  'tree',
  'start',
  'size',
  'devices',
  'table',
  'sites',
  'terminals',
  'clients',
  'home',
  'topology',
  'configuration',
  'networks',
  'ingest',
  'alarms',
];
const LONG = ['statistics', 'connected', 'gateways', 'fairness', 'rollout', 'shell', 'proxy'];
const known = [...QUICK, ...LONG, 'all'];
const isWanted = (name: string): boolean =>
  wanted.includes(name) || wanted.includes('all') || (wanted.length === 0 && QUICK.includes(name));

await runWithCleanup(async () => {
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Error(`There is no benchmark ${unknown.join(', ')}; there are ${known.join(', ')}`);
  }
  if (isWanted('list') || isWanted('tree')) {
    const fixture = await buildFixture();
    if (isWanted('list')) await report('List call', await listCall(fixture));
    if (isWanted('tree')) await report('Organization and site tree', await siteTree(fixture));
    await fixture.stop();
  }
  if (isWanted('start')) await report('Start', await startUp());
  if (isWanted('size')) await report('Size of the sign-in page', await size());
  if (isWanted('devices')) await report('Device list', await deviceList());
  if (isWanted('table')) await report('Device table', await deviceTable());
  if (isWanted('sites')) await report('Health of sites', await siteHealth());
  if (isWanted('terminals')) await report('Online terminals', await terminalList());
  if (isWanted('clients')) await report('Searches for clients', await clients());
  if (isWanted('topology')) await report('Topology', await topology());
  if (isWanted('home')) await report('Home', await home());
  if (isWanted('configuration')) await report('Configuration', await configuration());
  if (isWanted('networks')) await report('Network list', await networkList());
  if (isWanted('ingest')) await report('Report ingest', await ingest());
  if (isWanted('statistics')) await report('Statistics', await statistics());
  if (isWanted('alarms')) {
    await report('Alarms', await alarms());
    await report('Outages', await alarmOutages());
    await report('Alarm lists', await alarmList());
  }
  if (isWanted('connected')) await report('Connected devices', await connectedDevices());
  if (isWanted('rollout')) await report('Rollout', await rollout());
  if (isWanted('fairness')) await report('Fairness between accounts', await fairness());
  if (isWanted('shell')) await report('Shells of devices', await shell());
  if (isWanted('proxy')) await report('Remote proxies', await proxy());
  if (isWanted('gateways')) await report('Two gateways', await twoGateways());
});
