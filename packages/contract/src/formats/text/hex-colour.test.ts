import { testFormat } from '../testing/accept-reject.ts';
import { isHexColour } from './hex-colour.ts';

testFormat('hex colour', isHexColour, {
  accept: ['#000', '#fff', '#FFF', '#1aB', '#000000', '#2f5bea', '#FFFFFF'],
  reject: [
    '',
    '#',
    '#0',
    '#00',
    '#0000',
    '#00000',
    '#0000000',
    '#00000000',
    '000',
    'ffffff',
    '##ffffff',
    '#ggg',
    '#12345g',
    '#fff;',
    'red',
    'rgb(0,0,0)',
    '0xffffff',
    '＃ffffff',
    '#ffffｆf',
    '#fff#fff',
    '#-12345',
    '#fff\n#fff',
  ],
});
