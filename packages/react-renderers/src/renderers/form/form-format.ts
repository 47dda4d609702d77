import type { FormatOptions } from '../../format/value-formatter.ts'
import type { FormMessages } from '../../messages/form.ts'

/** How a form writes figures, dates and its own sentences. */
export interface FormFormat extends FormatOptions {
  /** Default: English. */
  messages?: FormMessages
}
