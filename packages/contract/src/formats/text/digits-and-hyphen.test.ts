import { testFormat } from '../testing/accept-reject.ts';
import { isDigitsAndHyphen } from './digits-and-hyphen.ts';

testFormat('digits and hyphen', isDigitsAndHyphen, {
  accept: ['0', '010-62981234', '00000', '-', '--', '1-', '-1'],
  reject: [
    '',
    ' ',
    '010 629',
    '+48',
    '1–2',
    '1−2',
    '1‐2',
    '1－2',
    'a',
    '1.5',
    '１２',
    '٣',
    '(010)629',
    '1_2',
  ],
});
