import { expect, it } from 'vitest';
import { englishWording } from '../../shared/configuration/testing/english.ts';
import { missingWords } from './change-states.ts';

const { t } = await englishWording();

it('says what the reports of a device do not show', () => {
  expect(missingWords({ what: 'version', name: '', band: null }, t)).toBe('Still reports another version');
  expect(missingWords({ what: 'network', name: 'Guest', band: '6G' }, t)).toBe(
    'Network Guest is not on air on 6 GHz',
  );
  expect(missingWords({ what: 'network', name: 'Guest', band: null }, t)).toBe('Network Guest is not on air');
  expect(missingWords({ what: 'channel', name: '', band: '5G' }, t)).toBe(
    'Not on the configured channel on 5 GHz',
  );
});
