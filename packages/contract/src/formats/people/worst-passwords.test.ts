import { expect, test } from 'vitest';
import { isAmongWorstPasswords } from './worst-passwords.ts';

test.each([
  'P@ssw0rd',
  'Password1!',
  'Passw0rd!',
  'Password@123',
  'password123!',
  'Admin@123',
  'admin123!',
  '@dmin2024',
  'Admin!234',
  'Root@12345',
  'Welcome1!',
  'Welcome@2024',
  'Letmein!1',
  'Qwerty123!',
  'Qwer!234',
  '1qaz!QAZ',
  '1qaz@WSX',
  '!QAZ2wsx',
  '1q2w3e4r!',
  'Zxcvbnm,1',
  'Abc@1234',
  'abcd1234!',
  'Aa123456!',
  'a1b2c3d4!',
  'Summer#2023',
  'Winter2025!',
  'Iloveyou1!',
  'Woaini1314!',
  'Hasło123!',
  'haslo2024!',
  'Contraseña1!',
  'Hola1234.',
  'Test@1234',
  'Demo#2026',
  'Router!1234',
  'Wifi@2024!',
  'aaaa1111!',
  '111111a!',
  '98765432a!',
  'Airloom#1',
  'zyxw9876!',
  'AAAAAAAA1!',
])('%s is refused', (password) => {
  expect(isAmongWorstPasswords(password)).toBe(true);
});

test.each([
  'correct-Horse7',
  'Tr0ub4dor&3',
  'x9#Kq!v2',
  'mLp7$wqN',
  'blue.Kettle42',
  'Łąka.zielona7',
  'admin-K7!xw',
  'Sol&mar9piano',
  'g7_Qz-1pT',
])('%s passes', (password) => {
  expect(isAmongWorstPasswords(password)).toBe(false);
});
