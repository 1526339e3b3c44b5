/** SHA-256 in hexadecimal; null on insecure pages, where browsers cannot compute it. */
export async function sha256Of(file: Blob): Promise<string | null> {
  if (!('subtle' in crypto)) return null;
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
