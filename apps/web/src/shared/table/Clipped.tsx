import './cell-link.css';

/** A text on one line of a table; a very long one is cut, and shows whole on hover and in the row's drawer. */
export function Clipped({ text }: { text: string }) {
  return (
    <span className="table-clipped" title={text}>
      {text}
    </span>
  );
}
