import { useEffect, useRef } from 'react'
import { useMessages } from '../../context/use-messages.ts'
import { formMessages } from '../../messages/form.ts'
import { plainText } from '../../text/plain-text.ts'
import type { ControlProps } from './control-props.ts'
import { type FileValue, isFileValue } from './field-value.ts'
import { formatBytes } from './format-answer.ts'

/** A file input. A selected file is uploaded immediately and shown with its status; the focus is kept. */
export function FileControl(props: ControlProps) {
  const { value, onChange, onFile } = props
  const container = useRef<HTMLDivElement>(null)
  const shouldFocus = useRef(false)
  const isChosen = isFileValue(value)
  useEffect(() => {
    if (shouldFocus.current) container.current?.querySelector<HTMLElement>(isChosen ? '[tabindex]' : 'input')?.focus()
    shouldFocus.current = false
  }, [isChosen])
  const choose = (file: File) => {
    shouldFocus.current = !isChosen
    onFile?.(file)
  }
  const remove = () => {
    shouldFocus.current = true
    onChange(undefined)
  }
  return (
    <div ref={container} className="pf-form-place">
      {isChosen ? <ChosenFile {...props} value={value} onChoose={choose} onRemove={remove} /> : <FileInput {...props} onChoose={choose} />}
    </div>
  )
}

interface FileInputProps extends ControlProps {
  onChoose(file: File): void
}

function FileInput({ field, id, aria, format, onFile, onChoose }: FileInputProps) {
  const messages = useMessages('form', formMessages)
  const kinds = field.rules.accept.map((kind) => plainText(kind, 60)).join(', ')
  return (
    <>
      <input
        id={id}
        className="pf-form-file"
        type="file"
        accept={field.rules.accept.join(',') || undefined}
        disabled={field.disabled || !onFile}
        required={field.required}
        aria-invalid={aria.invalid || undefined}
        aria-describedby={aria.describedBy}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) onChoose(file)
        }}
      />
      <span className="pf-form-limits">{messages.fileLimits(kinds, formatBytes(field.rules.maxBytes, format.locale))}</span>
    </>
  )
}

interface ChosenFileProps extends FileInputProps {
  value: FileValue
  onRemove(): void
}

const statusMessages = { sending: 'fileSending', sent: 'fileSent', failed: 'fileNotSent', refused: 'fileNotSent' } as const

function ChosenFile({ field, id, value: { file, status }, aria, format, onChoose, onRemove }: ChosenFileProps) {
  const name = plainText(file.name, 120)
  const messages = useMessages('form', formMessages)
  return (
    <fieldset id={id} className="pf-form-sent" tabIndex={-1} aria-labelledby={aria.labelledBy} aria-describedby={aria.describedBy} data-status={status}>
      <span className="pf-form-sent-name" dir="auto">
        {name}
      </span>
      <span className="pf-form-limits" role="status">
        {formatBytes(file.size, format.locale)} · {messages[statusMessages[status]]}
      </span>
      {status === 'sending' && <progress className="pf-form-progress" aria-label={messages.sendingFile(name)} />}
      {status === 'failed' && (
        <button type="button" className="pf-tool" onClick={() => onChoose(file)}>
          {messages.sendAgain}
          <span className="pf-sr"> {name}</span>
        </button>
      )}
      <button type="button" className="pf-tool" disabled={field.disabled} onClick={onRemove}>
        {messages.remove}
        <span className="pf-sr"> {name}</span>
      </button>
    </fieldset>
  )
}
