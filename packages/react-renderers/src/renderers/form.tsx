import { useMemo } from 'react'
import { useRendering } from '../context/pf-context.ts'
import { previewInteraction, type RendererInteraction, type RendererProps } from '../context/renderer-props.ts'
import { useMessages } from '../context/use-messages.ts'
import { formMessages } from '../messages/form.ts'
import { plainText } from '../text/plain-text.ts'
import { readForm } from './form/field-model.ts'
import { FormSummary } from './form/form-summary.tsx'
import { FormView } from './form/form-view.tsx'

export type { NestedComponent, RendererInteraction, RendererProps, UploadedFile } from '../context/renderer-props.ts'

const finalStates: ReadonlySet<RendererInteraction['state']> = new Set(['answered', 'answered_elsewhere', 'expired', 'cancelled'])

/** Renders a form. Without an interaction, or while its props are streaming, it is a disabled preview. */
export function FormRenderer({ props, title, streaming, interaction = previewInteraction }: RendererProps) {
  const { locale, currency } = useRendering()
  const messages = useMessages('form', formMessages)
  const format = useMemo(() => ({ locale, currency, messages }), [locale, currency, messages])
  const form = useMemo(() => {
    const read = readForm(props)
    return read.title || !title ? read : { ...read, title: plainText(title, 300) }
  }, [props, title])
  const current = streaming ? previewInteraction : interaction
  if (finalStates.has(current.state)) return <FormSummary form={form} interaction={current} format={format} />
  return (
    <div className="pf-form-box">
      <FormView form={form} props={props} interaction={current} format={format} />
    </div>
  )
}
