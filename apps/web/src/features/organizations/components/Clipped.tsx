import './organizations.css';

/** A long text on one line of a table; all of it shows on hover and in the row's drawer. */
export function Clipped({ text }: { text: string }) {
  return (
    <span className="organizations-clipped" title={text}>
      {text}
    </span>
  );
}
