/** Texts of the codes in a picture. */
export type BarcodeReader = (picture: ImageBitmapSource) => Promise<string[]>;

interface Detector {
  detect(picture: ImageBitmapSource): Promise<readonly { readonly rawValue: string }[]>;
}

/** Not in the type library: only some browsers have it. */
interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** On labels of devices. */
const FORMATS = ['qr_code', 'data_matrix', 'code_128', 'code_39', 'code_93'];

function isDetectorClass(found: unknown): found is DetectorClass {
  return typeof found === 'function' && 'getSupportedFormats' in found;
}

/** Null where the browser reads no barcodes. */
export async function barcodeReader(): Promise<BarcodeReader | null> {
  const found: unknown = Reflect.get(globalThis, 'BarcodeDetector');
  if (!isDetectorClass(found)) return null;
  const supported = await found.getSupportedFormats().catch((): readonly string[] => []);
  const formats = FORMATS.filter((format) => supported.includes(format));
  if (formats.length === 0) return null;
  const detector = new found({ formats });
  return async (picture) => {
    // A picture that is not ready yet cannot be read.
    const codes = await detector.detect(picture).catch(() => []);
    return codes.map(({ rawValue }) => rawValue);
  };
}
