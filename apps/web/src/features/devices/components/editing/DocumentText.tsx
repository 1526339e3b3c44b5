import '../devices.css';

interface DocumentTextProps {
  label: string;
  text: string;
  /** Limits the height. */
  low?: boolean;
}

/** A configuration document as text. */
export function DocumentText({ label, text, low = false }: DocumentTextProps) {
  const className = low ? 'device-document device-document-low' : 'device-document';
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long document must scroll by keyboard too
    <pre className={className} tabIndex={0} aria-label={label}>
      {text}
    </pre>
  );
}
