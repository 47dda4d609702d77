import type { FormatOptions } from '../../format/value-formatter.ts'
import type { FormMessages } from '../../messages/form.ts'
import type { FormFieldModel } from './field-model.ts'
import type { FieldValue } from './field-value.ts'

/** What every control of a form is given. */
export interface ControlProps {
  field: FormFieldModel
  /** Of the element that a label points to. */
  id: string
  value: FieldValue
  /** What names and describes it to assistive technology; groups are named by the label's id. */
  aria: { labelledBy: string; describedBy: string | undefined; invalid: boolean }
  format: FormFormat
  onChange(value: FieldValue): void
  /** Takes a file; undefined where none can be sent. */
  onFile: ((file: File) => void) | undefined
}

/** How a form writes figures, dates and its own sentences. */
export interface FormFormat extends FormatOptions {
  /** Default: English. */
  messages?: FormMessages
}
