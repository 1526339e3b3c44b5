import { testFormat } from '../testing/accept-reject.ts';
import { isVlanId } from './vlan-id.ts';

testFormat('VLAN id', isVlanId, {
  accept: ['1', '2', '100', '4093', '4094'],
  reject: [
    '',
    '0',
    '4095',
    '4096',
    '-1',
    '+1',
    '01',
    '0001',
    '1.5',
    '1e3',
    '0x1',
    '1-10',
    '1,2',
    '１',
    '٤',
    'one',
  ],
});
