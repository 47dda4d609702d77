import { type Dispatch, useEffect, useMemo, useRef } from 'react'
import type { RendererInteraction } from '../../context/renderer-props.ts'
import type { AnswerAction } from './answers.ts'
import type { DrawnField } from './field-model.ts'
import type { FieldValue } from './field-value.ts'
import type { FormFormat } from './form-format.ts'
import { sendFile } from './send-file.ts'

/** What a field does to the form it is in; the same functions for all of them, so that a change draws one field. */
export interface FieldActions {
  change(field: DrawnField, value: FieldValue): void
  /** Undefined where no file can be sent. */
  file: ((field: DrawnField, file: File) => void) | undefined
}

interface UseFieldActions {
  act: Dispatch<AnswerAction>
  interaction: RendererInteraction
  format: FormFormat
}

/** While an answer is on its way nothing can be changed, and the focus stays where it is. */
export function useFieldActions({ act, interaction, format }: UseFieldActions): FieldActions {
  const latest = useRef({ interaction, format })
  useEffect(() => {
    latest.current = { interaction, format }
  })
  const canUpload = interaction.upload !== undefined
  return useMemo(() => {
    const isOpen = () => ['open', 'failed'].includes(latest.current.interaction.state)
    return {
      change: (field, value) => isOpen() && act({ type: 'edit', key: field.key, value, issues: latest.current.interaction.issues }),
      file: canUpload ? (field, file) => isOpen() && sendFile(field, file, { ...latest.current, act }) : undefined,
    }
  }, [act, canUpload])
}
