/** A page as a picture. */
export interface Picture {
  jpeg: Uint8Array;
  /** In pixels. */
  width: number;
  height: number;
}

/** A4 landscape in points. */
export const A4 = { width: 842, height: 595 } as const;

const encoder = new TextEncoder();

/** A text string in UTF-16, as PDF metadata needs it. */
function inUtf16(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) =>
    text.charCodeAt(at).toString(16).padStart(4, '0'),
  );
  return `<feff${units.join('')}>`;
}

function stream(dictionary: string, content: Uint8Array): Uint8Array[] {
  return [
    encoder.encode(`<< ${dictionary} /Length ${content.length} >>\nstream\n`),
    content,
    encoder.encode('\nendstream'),
  ];
}

/** Objects 1 to 3 are fixed; then follow page, drawing and picture of each page. */
const FIRST = 4;
const EACH = 3;

function pageObjects({ jpeg, width, height }: Picture, place: number): Uint8Array[][] {
  const page = FIRST + place * EACH;
  const scale = Math.min(A4.width / width, A4.height / height);
  const [wide, high] = [width * scale, height * scale];
  const drawing = `q ${wide} 0 0 ${high} 0 ${A4.height - high} cm /Picture Do Q`;
  return [
    [
      encoder.encode(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${A4.width} ${A4.height}] /Contents ${page + 1} 0 R /Resources << /XObject << /Picture ${page + 2} 0 R >> >> >>`,
      ),
    ],
    stream('', encoder.encode(drawing)),
    stream(
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
      jpeg,
    ),
  ];
}

/** A PDF of pictures: built-in PDF fonts have no Chinese, and browser fonts cannot be embedded. */
export function pdfOf(pictures: readonly Picture[], title: string): Uint8Array<ArrayBuffer> {
  const kids = pictures.map((_, place) => `${FIRST + place * EACH} 0 R`).join(' ');
  const objects: Uint8Array[][] = [
    [encoder.encode('<< /Type /Catalog /Pages 2 0 R >>')],
    [encoder.encode(`<< /Type /Pages /Kids [${kids}] /Count ${pictures.length} >>`)],
    [encoder.encode(`<< /Title ${inUtf16(title)} >>`)],
    ...pictures.flatMap(pageObjects),
  ];
  const parts: Uint8Array[] = [encoder.encode('%PDF-1.7\n')];
  let length = parts[0]?.length ?? 0;
  const push = (part: Uint8Array): void => {
    parts.push(part);
    length += part.length;
  };
  const offsets = objects.map((object, place) => {
    const at = length;
    push(encoder.encode(`${place + 1} 0 obj\n`));
    object.forEach(push);
    push(encoder.encode('\nendobj\n'));
    return at;
  });
  const table = length;
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  push(encoder.encode(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`));
  push(
    encoder.encode(
      `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${table}\n%%EOF\n`,
    ),
  );
  const file = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}
