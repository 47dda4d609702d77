import { type Dispatch, useEffect, useMemo, useRef } from 'react'
import type { RendererInteraction } from '../../context/renderer-props.ts'
import { formMessages } from '../../messages/form.ts'
import type { AnswerAction } from './answers-reducer.ts'
import { fileError } from './check-field.ts'
import type { FormFormat } from './control-props.ts'
import type { FormFieldModel } from './field-model.ts'
import type { FieldValue, FileValue } from './field-value.ts'

/** The actions of form fields. Their identity is stable, so that a change only renders one field. */
export interface FieldActions {
  change(field: FormFieldModel, value: FieldValue): void
  /** Undefined when files cannot be uploaded. */
  file: ((field: FormFieldModel, file: File) => void) | undefined
}

interface UseFieldActions {
  dispatch: Dispatch<AnswerAction>
  interaction: RendererInteraction
  format: FormFormat
}

/** Creates the field actions. While an answer is being submitted, they have no effect. */
export function useFieldActions({ dispatch, interaction, format }: UseFieldActions): FieldActions {
  const latest = useRef({ interaction, format })
  useEffect(() => {
    latest.current = { interaction, format }
  })
  const canUpload = interaction.upload !== undefined
  return useMemo(() => {
    const isOpen = () => ['open', 'failed'].includes(latest.current.interaction.state)
    return {
      change: (field, value) => isOpen() && dispatch({ type: 'edit', key: field.key, value, issues: latest.current.interaction.issues }),
      file: canUpload ? (field, file) => isOpen() && sendFile(field, file, { ...latest.current, dispatch }) : undefined,
    }
  }, [dispatch, canUpload])
}

interface SendFile {
  interaction: RendererInteraction
  dispatch: Dispatch<AnswerAction>
  format: FormFormat
}

/** Sets the file of a field and uploads it if it is valid. */
export function sendFile(field: FormFieldModel, file: File, { interaction, dispatch, format }: SendFile): void {
  const { key, name } = field
  const { issues, upload } = interaction
  const edit = (value: FileValue) => dispatch({ type: 'edit', key, value, issues })
  const error = fileError(field, file, format)
  if (error !== undefined || !upload) {
    edit({ file, status: 'refused', error: error ?? (format.messages ?? formMessages).fileUnsupported })
    dispatch({ type: 'touch', key })
    return
  }
  const sending: FileValue = { file, status: 'sending' }
  const completeUpload = (value: FileValue) => {
    dispatch({ type: 'complete', key, from: sending, value })
    dispatch({ type: 'touch', key })
  }
  edit(sending)
  // A synchronous error of `upload` is handled like a rejection.
  void Promise.resolve()
    .then(() => upload(name, file))
    .then(
      ({ artifact_id, name: stored, media_type, bytes }) => completeUpload({ file, status: 'sent', sent: { artifact_id, name: stored, media_type, bytes } }),
      () => completeUpload({ file, status: 'failed' }),
    )
}
