import { testFormat } from '../testing/accept-reject.ts';
import { isNtpServer } from './ntp-server.ts';

testFormat('NTP server', isNtpServer, {
  accept: [
    'pool.ntp.org',
    '0.pl.pool.ntp.org',
    'ntp',
    'time-a.example',
    '192.168.1.1',
    '8.8.8.8',
    '2001:db8::123',
    '::1',
  ],
  reject: [
    '',
    'ntp://pool.ntp.org',
    'http://pool.ntp.org',
    'pool.ntp.org:123',
    'pool.ntp.org/',
    '192.168.1.256',
    '192.168.1',
    '192.168.01.1',
    '1.2.3.4:123',
    '[2001:db8::1]',
    'pool ntp org',
    'a.ntp.org,b.ntp.org',
    'a.ntp.org b.ntp.org',
    'pool.ntp.org.',
    '-ntp',
    'ntp_1',
    'pооl.ntp.org',
    '时间.中国',
    '１.2.3.4',
  ],
});
