import { ucs2length } from './ucs2length.ts'

/** True when a text has more than `max` characters. Counts them only when the length of the string does not decide it. */
export const longer = (text: string, max: number): boolean => text.length > max && ucs2length(text) > max
