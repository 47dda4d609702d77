import type { DrawnField } from './field-model.ts'
import type { FieldValue } from './field-value.ts'
import type { FormFormat } from './form-format.ts'

/** What every control of a form is given. */
export interface ControlProps {
  field: DrawnField
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
