/** The first match wins: later browsers contain the names of earlier ones. */
const BROWSERS = [
  [/MicroMessenger\//, 'WeChat'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Version\/.*Safari\//, 'Safari'],
  [/curl\//, 'curl'],
] as const;

const SYSTEMS = [
  [/Windows NT/, 'Windows'],
  [/HarmonyOS/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const;

const SHOWN_MAX = 40;

function find(table: readonly (readonly [RegExp, string])[], agent: string): string | undefined {
  return table.find(([pattern]) => pattern.test(agent))?.[1];
}

/** `Firefox · Linux` from a User-Agent; unknown ones unchanged. */
export function clientName(agent: string): string {
  const names = [find(BROWSERS, agent), find(SYSTEMS, agent)].filter((name) => name !== undefined);
  return names.length > 0 ? names.join(' · ') : agent.slice(0, SHOWN_MAX);
}

/** The same without versions, so that an update does not look like another client. */
export function clientKind(agent: string): string {
  return clientName(agent).replace(/[/ ][\d.].*$/, '');
}

/** Whether it is a phone or tablet. */
export function isHandheld(agent: string): boolean {
  return /Mobile|Android|iPhone|iPad|HarmonyOS/.test(agent);
}
