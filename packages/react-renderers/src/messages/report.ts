/** Messages of a report. */
export const reportMessages = { contents: 'Contents' }
