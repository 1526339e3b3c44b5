import { type ReactNode, useId, useState } from 'react';
import './file-drop.css';

interface FileDropProps {
  /** Accepted file types, as in the attribute of the input. */
  accept: string;
  multiple?: boolean;
  disabled?: boolean;
  onFiles(files: readonly File[]): void;
  /** Icon and texts. */
  children: ReactNode;
}

/** Files are chosen with a click or the keyboard, or dropped here. */
export function FileDrop({ accept, multiple = false, disabled = false, onFiles, children }: FileDropProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is one more way beside the input inside
    <label
      className="file-drop"
      htmlFor={id}
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      {children}
      <input
        id={id}
        type="file"
        className="visually-hidden"
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </label>
  );
}
