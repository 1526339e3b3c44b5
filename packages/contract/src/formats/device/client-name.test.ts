import { describe, expect, it } from 'vitest';
import { clientKind, clientName, isHandheld } from './client-name.ts';

const CHROME_WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const SAFARI_IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

describe('the name of a browser', () => {
  it.each([
    [CHROME_WINDOWS, 'Chrome · Windows'],
    [`${CHROME_WINDOWS} Edg/140.0.0.0`, 'Edge · Windows'],
    [SAFARI_IPHONE, 'Safari · iPhone'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox · Linux'],
    [
      'Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
      'Samsung Internet · Android',
    ],
    ['airloom-backup/1.2', 'airloom-backup/1.2'],
    ['', ''],
  ])('%s is %s', (agent, name) => {
    expect(clientName(agent)).toBe(name);
  });

  it('truncates a long unknown name', () => {
    expect(clientName('x'.repeat(300))).toHaveLength(40);
  });

  it.each([
    [CHROME_WINDOWS, 'Chrome · Windows'],
    ['airloom-backup/1.2', 'airloom-backup'],
    ['airloom-backup/1.3 (linux)', 'airloom-backup'],
    ['node', 'node'],
    ['', ''],
  ])('%s is of the kind %s, whatever its version', (agent, kind) => {
    expect(clientKind(agent)).toBe(kind);
  });

  it('distinguishes phones from desktops', () => {
    expect(isHandheld(SAFARI_IPHONE)).toBe(true);
    expect(isHandheld(CHROME_WINDOWS)).toBe(false);
  });
});
