import { ucs2length } from './ucs2length.ts'

/** True if a text has more than `max` characters. Counts the characters only if the length of the string is not conclusive. */
export const longer = (text: string, max: number): boolean => text.length > max && ucs2length(text) > max
