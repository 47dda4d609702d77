import { type RefObject, useId, useRef } from 'react'
import { useMessages } from '../context/use-messages.ts'
import { labMessages } from '../messages/lab.ts'
import type { LabIssue } from './check-payload.ts'
import type { TextRange } from './find-ranges.ts'

const MAX_SHOWN_ISSUES = 20

interface PayloadEditorProps {
  text: string
  issues: readonly LabIssue[]
  checking: boolean
  /** The size of the payload as text. */
  size: string
  onWrite(text: string): void
}

/** An editor for the JSON payload with line numbers. Each problem links to its position. */
export function PayloadEditor({ text, issues, checking, size, onWrite }: PayloadEditorProps) {
  const messages = useMessages('lab', labMessages)
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const gutter = useRef<HTMLPreElement>(null)
  const follow = () => {
    if (gutter.current && field.current) gutter.current.scrollTop = field.current.scrollTop
  }
  return (
    <>
      <div className="pf-lab-editor">
        <Gutter text={text} issues={issues} gutter={gutter} />
        <textarea
          ref={field}
          aria-label={messages.payloadJson}
          aria-invalid={issues.length > 0}
          aria-describedby={id}
          wrap="off"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          value={text}
          onChange={(event) => onWrite(event.target.value)}
          onScroll={follow}
        />
      </div>
      <p className="pf-lab-state" id={id} role="status" data-faulty={issues.length > 0}>
        {issues.length > 0 ? messages.problemCount(issues.length) : checking ? messages.loadingRules : messages.valid}
        <span className="pf-lab-size">{size}</span>
      </p>
      {issues.length > 0 && (
        <ul className="pf-lab-issues" aria-label={messages.problems}>
          {issues.slice(0, MAX_SHOWN_ISSUES).map((issue) => (
            <li key={`${issue.range.start}-${issue.message}`}>
              <button type="button" onClick={() => select(field.current, issue.range)}>
                <span className="pf-lab-position">
                  {issue.line}:{issue.column}
                </span>{' '}
                {issue.pointer !== undefined && <code>{issue.pointer || '/'}</code>} {issue.message}
              </button>
            </li>
          ))}
          {issues.length > MAX_SHOWN_ISSUES && <li>{messages.moreItems(issues.length - MAX_SHOWN_ISSUES)}</li>}
        </ul>
      )}
    </>
  )
}

function Gutter({ text, issues, gutter }: Pick<PayloadEditorProps, 'text' | 'issues'> & { gutter: RefObject<HTMLPreElement | null> }) {
  const faulty = new Set(issues.map(({ line }) => line))
  return (
    <pre className="pf-lab-gutter" aria-hidden="true" ref={gutter}>
      {numbersOf(text).map((number) => (
        <span key={number} data-faulty={faulty.has(number)}>
          {number}
        </span>
      ))}
    </pre>
  )
}

const numbersOf = (text: string) => text.split('\n').map((_, index) => index + 1)

/** Focuses the editor and selects a problem in the visible area. */
function select(field: HTMLTextAreaElement | null, { start, end }: TextRange) {
  if (!field) return
  field.focus()
  field.setSelectionRange(start, end)
  const lines = field.value.split('\n').length
  const line = field.value.slice(0, start).split('\n').length
  field.scrollTop = ((line - 1) / lines) * field.scrollHeight - field.clientHeight / 2
}
