import { testFormat } from '../testing/accept-reject.ts';
import { isCidrSuffix } from './cidr-suffix.ts';

testFormat('CIDR suffix', isCidrSuffix, {
  accept: ['1', '8', '24', '31', '32'],
  reject: [
    '',
    '0',
    '33',
    '64',
    '128',
    '-1',
    '+8',
    '08',
    '024',
    '/24',
    '24.0',
    '2e1',
    '２４',
    '255.255.255.0',
  ],
});
