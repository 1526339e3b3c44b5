import { testFormat } from '../testing/accept-reject.ts';
import { isPort } from './port.ts';

testFormat('port', isPort, {
  accept: ['1', '80', '443', '8080', '65534', '65535'],
  reject: [
    '',
    '0',
    '65536',
    '99999',
    '655350',
    '-1',
    '+80',
    '080',
    '80.0',
    '8e1',
    '0x50',
    ':80',
    '80/tcp',
    '８０',
    'http',
  ],
});
