import type { DrawnForm } from './field-model.ts'

interface FormHeadProps {
  /** Of the heading, which names the form. */
  id: string
  form: DrawnForm
  isPreview: boolean
}

/** Who asks, in the page's own words, and then what the form says of itself. */
export function FormHead({ id, form: { title, description }, isPreview }: FormHeadProps) {
  return (
    <div className="pf-form-head">
      <p className="pf-form-origin" id={title ? undefined : id}>
        {isPreview ? 'The assistant is preparing questions' : 'The assistant asks'}
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
