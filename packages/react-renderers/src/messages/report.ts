/** Messages of a report. */
export const reportMessages = {
  contents: 'Contents',
  omitted: (count: string) => `The report has more sections than can be shown. Omitted sections: ${count}.`,
}
