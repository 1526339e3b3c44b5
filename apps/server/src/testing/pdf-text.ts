import { extractText, getDocumentProxy } from 'unpdf';

/** The text of each page of a PDF, with single spaces. */
export async function pdfPages(bytes: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: false });
  return text.map((page) => page.replaceAll(/\s+/g, ' '));
}
