import { isRecord, parseJson } from '@pf/core/internal'
import { memo } from 'react'
import { useRendering } from '../context/pf-context.ts'
import { useMessages } from '../context/use-messages.ts'
import { duration } from '../format/duration.ts'
import { partMessages } from '../messages/parts.ts'
import type { ToolCallState } from '../store/model/types.ts'
import { plainText } from '../text/plain-text.ts'
import { RedactedText } from './redacted-text.tsx'
import { StateMark } from './state-mark.tsx'

/** Shows one tool call in a line with its state, name, main argument and duration. It expands to the arguments and the result. */
export const ToolCallLine = /* @__PURE__ */ memo(function ToolCallLine({ call }: { call: ToolCallState }) {
  const { locale } = useRendering()
  const fixed = useMessages('parts', partMessages)
  const description = call.status === 'streaming' ? '' : describeCall(call)
  return (
    <details className="pf-step" data-state={call.status}>
      <summary className="pf-step-line">
        <StateMark state={call.status} />
        <span className="pf-step-description">
          <code>{plainText(call.name, 64)}</code>
          {description && ` ${description}`}
          {call.status === 'error' && <span className="pf-step-code"> {plainText((call.code ?? fixed.failed).replaceAll('_', ' '), 40)}</span>}
        </span>
        <span className="pf-step-time">{call.ms === undefined ? '' : duration(call.ms, locale)}</span>
      </summary>
      <dl className="pf-step-body">
        <dt>{fixed.arguments}</dt>
        <dd>
          <RedactedText text={call.args} />
        </dd>
        {call.result !== undefined && (
          <>
            <dt>{fixed.result}</dt>
            <dd>
              <RedactedText text={call.result} />
            </dd>
          </>
        )}
      </dl>
    </details>
  )
})

const LIMIT = 90
const MAX_ARGUMENTS_LENGTH = 100_000

/** Returns a short description of a call from its arguments; '' while they are incomplete. */
export function describeCall(call: Pick<ToolCallState, 'name' | 'args'>): string {
  const args = call.args.length > MAX_ARGUMENTS_LENGTH ? undefined : parsed(call.args)
  if (!args) return ''
  if (call.name === 'render_component') return plainText([args.component, args.title].filter((word) => typeof word === 'string').join(', '), LIMIT)
  const values = Object.values(args).flatMap((value) => (['string', 'number', 'boolean'].includes(typeof value) ? [String(value)] : []))
  return plainText(values.join(', '), LIMIT)
}

function parsed(text: string): Record<string, unknown> | undefined {
  const value = parseJson(text)
  return isRecord(value) ? value : undefined
}
