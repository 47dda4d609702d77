import type { Dispatch } from 'react'
import type { RendererInteraction } from '../../context/renderer-props.ts'
import { formMessages } from '../../messages/form.ts'
import type { AnswerAction } from './answers.ts'
import { fileFault } from './field-fault.ts'
import type { DrawnField } from './field-model.ts'
import type { FileValue } from './field-value.ts'
import type { FormFormat } from './form-format.ts'

interface SendFile {
  interaction: RendererInteraction
  act: Dispatch<AnswerAction>
  format: FormFormat
}

/** Puts a file into its field and sends it, unless the form would not take it. */
export function sendFile(field: DrawnField, file: File, { interaction, act, format }: SendFile): void {
  const { key, name } = field
  const { issues, upload } = interaction
  const edit = (value: FileValue) => act({ type: 'edit', key, value, issues })
  const fault = fileFault(field, file, format)
  if (fault !== undefined || !upload) {
    edit({ file, status: 'refused', fault: fault ?? (format.messages ?? formMessages).fileNever })
    act({ type: 'touch', key })
    return
  }
  const sending: FileValue = { file, status: 'sending' }
  const settle = (value: FileValue) => {
    act({ type: 'settle', key, from: sending, value })
    act({ type: 'touch', key })
  }
  edit(sending)
  // Whatever the way of sending does, also throwing at once, becomes a state of the field.
  void Promise.resolve()
    .then(() => upload(name, file))
    .then(
      ({ artifact_id, name: stored, media_type, bytes }) => settle({ file, status: 'sent', sent: { artifact_id, name: stored, media_type, bytes } }),
      () => settle({ file, status: 'failed' }),
    )
}
