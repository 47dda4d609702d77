/** Characters that turn the direction of a line or cannot be seen at all; joiners stay, for scripts and emoji need them. */
export const hidden = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu

/** Line breaks and tabs stay; other control characters could forge or hide lines where the text ends up. */
export const clean = (text: string): string =>
  text
    .replaceAll(hidden, '')
    .replaceAll(/(?![\n\t])\p{Cc}/gu, '')
    .toWellFormed()
