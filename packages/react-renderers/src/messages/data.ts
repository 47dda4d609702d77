/** How much there is and how much of it is used, formatted for the locale. */
interface Limited {
  count: string
  max: string
}

/** Notices about data that was only partly loaded or shown. */
export const dataMessages = {
  tooManyReferences: ({ count, max }: Limited) => `This component refers to ${count} stored results. Only the first ${max} were loaded.`,
  tooManyRows: ({ count, max }: Limited) => `Only the first ${max} of ${count} rows were loaded.`,
  rowsLeftOut: ({ count, max }: Limited) => `Only the first ${max} of ${count} rows are shown.`,
  columnsLeftOut: ({ count, max }: Limited) => `Only the first ${max} of ${count} columns are shown.`,
}
