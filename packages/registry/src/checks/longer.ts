import { ucs2length } from './ucs2length.ts'

/** Whether a text has more than `most` characters; counts them only where their number is in doubt. */
export const longer = (text: string, max: number): boolean => text.length > max && ucs2length(text) > max
