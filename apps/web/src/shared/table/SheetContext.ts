import { createContext } from 'react';

/** Whether filters are drawn in the sheet of a phone, where they are all in view. */
export const InSheet = createContext(false);
