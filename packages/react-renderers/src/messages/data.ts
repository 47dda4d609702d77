import type { FormattedLimit } from './drawing.ts'

/** Notices about data that was only partly loaded or shown. */
export const dataMessages = {
  tooManyReferences: ({ count, max }: FormattedLimit) => `This component refers to ${count} stored results. Only the first ${max} were loaded.`,
  tooManyRows: ({ count, max }: FormattedLimit) => `Only the first ${max} of ${count} rows were loaded.`,
  rowsLeftOut: ({ count, max }: FormattedLimit) => `Only the first ${max} of ${count} rows are shown.`,
  columnsLeftOut: ({ count, max }: FormattedLimit) => `Only the first ${max} of ${count} columns are shown.`,
}
