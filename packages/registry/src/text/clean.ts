/** Characters that change the direction of a line or are invisible. Joiners are kept, because scripts and emoji need them. */
export const hidden = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu

/** Removes control characters other than line breaks and tabs, because they could forge or hide lines in the output. */
export const clean = (text: string): string =>
  text
    .replaceAll(hidden, '')
    .replaceAll(/(?![\n\t])\p{Cc}/gu, '')
    .toWellFormed()
