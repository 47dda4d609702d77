import type { FormatOptions } from '../../format/value-formatter.ts'
import type { FormMessages } from '../../messages/form.ts'
import type { FormFieldModel } from './field-model.ts'
import type { FieldValue } from './field-value.ts'

/** The props of every form control. */
export interface ControlProps {
  field: FormFieldModel
  /** Id of the element that the label refers to. */
  id: string
  value: FieldValue
  /** The ARIA attributes of the control. */
  aria: { labelledBy: string; describedBy: string | undefined; invalid: boolean }
  format: FormFormat
  onChange(value: FieldValue): void
  /** Called with a selected file; undefined when files cannot be uploaded. */
  onFile: ((file: File) => void) | undefined
}

/** Locale and messages of a form. */
export interface FormFormat extends FormatOptions {
  /** Default: English. */
  messages?: FormMessages
}
