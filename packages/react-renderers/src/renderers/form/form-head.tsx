import { useMessages } from '../../context/use-messages.ts'
import { formMessages } from '../../messages/form.ts'
import type { DrawnForm } from './field-model.ts'

interface FormHeadProps {
  /** Of the heading, which names the form. */
  id: string
  form: DrawnForm
  isPreview: boolean
}

/** Who asks, in the page's own words, and then what the form says of itself. */
export function FormHead({ id, form: { title, description }, isPreview }: FormHeadProps) {
  const messages = useMessages('form', formMessages)
  return (
    <div className="pf-form-head">
      <p className="pf-form-origin" id={title ? undefined : id}>
        {isPreview ? messages.prepares : messages.asks}
      </p>
      {title && (
        <h3 className="pf-form-title" id={id} dir="auto">
          {title}
        </h3>
      )}
      {description && (
        <p className="pf-form-about" dir="auto">
          {description}
        </p>
      )}
    </div>
  )
}
