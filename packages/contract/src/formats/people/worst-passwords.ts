/** Words and keyboard sequences that guessers try first, in the console's four languages. */
const WORDS = `
  password passw pass pwd admin administrator root super user guest login welcome letmein secret default
  changeme test demo temp system server wifi wlan wireless network router switch gateway internet airloom
  company iloveyou dragon monkey master football baseball sunshine princess shadow superman batman hello
  spring summer autumn winter january monday friday
  china beijing shanghai woaini nihao mima 1314 520
  haslo hasło polska warszawa kocham zaq
  contrasena contraseña clave hola espana españa madrid
  qwertyuiop qwerty qwer asdfghjkl asdfgh asdf zxcvbnm zxcv qazwsx qaz wsx 1qaz 2wsx 3edc !qaz @wsx #edc
  1q2w3e4r 1q2w3e q1w2e3 a1b2c3 !@#
`
  .trim()
  .split(/\s+/);

/** Common look-alike substitutions; the text keeps its length, so positions stay comparable. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const YEAR = /(?:19|20)[0-9]{2}/g;
const RUN_MIN = 3;

/** The minimum left once everything guessable is removed. */
const OWN_CHARACTERS_MIN = 4;

function plainLetters(text: string): string {
  return Array.from(text, (character) => LOOK_ALIKES[character] ?? character).join('');
}

function strike(struck: Set<number>, start: number, end: number): void {
  for (let index = start; index < end; index += 1) struck.add(index);
}

function strikeWords(struck: Set<number>, text: string): void {
  for (const word of WORDS) {
    for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
      strike(struck, at, at + word.length);
    }
  }
}

/** Sequences up, down and repeated: 1234, dcba, aaa. */
function strikeRuns(struck: Set<number>, text: string): void {
  for (const step of [1, -1, 0]) {
    let start = 0;
    for (let index = 1; index <= text.length; index += 1) {
      if (text.charCodeAt(index) - text.charCodeAt(index - 1) === step) continue;
      if (index - start >= RUN_MIN) strike(struck, start, index);
      start = index;
    }
  }
}

/** Whether the password consists of little more than well-known words, sequences and years. */
export function isAmongWorstPasswords(password: string): boolean {
  const lowered = password.toLowerCase();
  const struck = new Set<number>();
  strikeWords(struck, lowered);
  strikeWords(struck, plainLetters(lowered));
  strikeRuns(struck, lowered);
  for (const year of lowered.matchAll(YEAR)) strike(struck, year.index, year.index + year[0].length);
  return lowered.length - struck.size < OWN_CHARACTERS_MIN;
}
