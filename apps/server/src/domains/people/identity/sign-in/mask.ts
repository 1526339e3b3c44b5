/** `+48 600100200` → `+48 ******200`: enough to know which phone, too little to use it. */
export function maskPhone(phone: string | null): string {
  if (phone === null) return '';
  const [code = '', number = ''] = phone.split(' ');
  return `${code} ${'*'.repeat(Math.max(number.length - 3, 0))}${number.slice(-3)}`;
}

/** `maria@example.org` → `m****@example.org`. */
export function maskEmail(email: string | null): string {
  if (email === null) return '';
  const [name = '', host = ''] = email.split('@');
  return `${name.slice(0, 1)}${'*'.repeat(Math.max(name.length - 1, 1))}@${host}`;
}
