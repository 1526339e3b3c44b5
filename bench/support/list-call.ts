import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { API_BASE } from '@airloom/contract/call';
import { child, startConsole } from './child.ts';
import { cpuSeconds } from './cpu.ts';
import { load } from './load.ts';
import { type Fixture, TENANT_SITES, TENANTS } from './many-accounts.ts';
import type { Row } from './report.ts';

const CONNECTIONS = 50;
const SECONDS = 6;
const WARM_UP_SECONDS = 2;
const ROUTES = join(import.meta.dirname, 'route-server.ts');

interface Candidate {
  readonly name: string;
  readonly port: number;
  readonly path: string;
  readonly pid: number;
  readonly headers: Record<string, string>;
}

/** The authorised, tenant-isolated list call compared with its parts, in one run. */
export async function listCall(fixture: Fixture): Promise<Row[]> {
  const tenant = fixture.tenants[0];
  if (!tenant) throw new Error('The fixture has no account');
  const consoleChild = await startConsole({ DATABASE_URL: fixture.connectionString });
  const path = `${API_BASE}/site/list?page=1&size=20`;
  const headers = { authorization: `Bearer ${tenant.token}` };
  const bytes = join(fixture.folder, 'list.json');
  await writeFile(bytes, await sameBytes(consoleChild.port, path, headers));
  const [bare, sql, isolated] = await Promise.all([
    child(ROUTES, ['bytes', bytes]),
    child(ROUTES, ['sql', fixture.connectionString, tenant.tenant]),
    child(ROUTES, ['isolated', fixture.connectionString, tenant.tenant]),
  ]);
  const candidates: Candidate[] = [
    { name: 'bare Fastify route, same bytes', ...bare, path: '/', headers: {} },
    { name: 'the same SQL, without tenant isolation', ...sql, path: '/', headers: {} },
    { name: 'the same SQL with tenant isolation', ...isolated, path: '/', headers: {} },
    { name: 'the list call of the console', ...consoleChild, path, headers },
  ];
  try {
    const results = [];
    for (const candidate of candidates) results.push(await measure(candidate, fixture));
    return rows(results);
  } finally {
    await Promise.all([consoleChild, bare, sql, isolated].map((running) => running.stop()));
  }
}

async function sameBytes(port: number, path: string, headers: Record<string, string>): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  const { data }: { data: unknown } = JSON.parse(await response.text());
  return JSON.stringify(data);
}

async function measure(candidate: Candidate, fixture: Fixture) {
  const once = {
    port: candidate.port,
    path: candidate.path,
    headers: candidate.headers,
    connections: CONNECTIONS,
  };
  await load({ ...once, seconds: WARM_UP_SECONDS });
  const before = cpuSeconds(candidate.pid) + cpuSeconds(fixture.postmasterPid);
  const result = await load({ ...once, seconds: SECONDS });
  const used = cpuSeconds(candidate.pid) + cpuSeconds(fixture.postmasterPid) - before;
  return { name: candidate.name, ...result, cpuMicroseconds: (used / result.requests) * 1e6 };
}

function rows(results: Awaited<ReturnType<typeof measure>>[]): Row[] {
  const sql = results[1]?.cpuMicroseconds ?? 1;
  return results.map((result) => ({
    what: `${result.name} (${CONNECTIONS} connections, 20 of ${TENANT_SITES} sites, ${TENANTS} other accounts)`,
    figures: [
      `${Math.round(result.perSecond)} requests/s`,
      `${Math.round(result.cpuMicroseconds)} µs CPU per request, database included`,
      `p50 ${result.p50Ms.toFixed(1)} ms, p99 ${result.p99Ms.toFixed(1)} ms`,
    ],
    ratio: `${(result.cpuMicroseconds / sql).toFixed(2)}× the CPU of the same SQL without tenant isolation`,
  }));
}
