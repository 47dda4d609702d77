/** Fixed words of a report. */
export const reportWords = { contents: 'Contents' }
