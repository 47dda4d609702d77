import { isRecord } from '@pf/core/internal'
import { useMessages } from '../context/use-messages.ts'
import { questionMessages } from '../messages/questions.ts'
import type { AssistantTurn, QuestionState, ToolCallState } from '../store/model/types.ts'
import { plainText } from '../text/plain-text.ts'

const MOST = 8

/** The page's own words on who asks, above anything that a model wrote: a tool's call that waits for leave is shown with its arguments. */
export function AskedBy({ question, turn }: { question: QuestionState; turn: AssistantTurn | undefined }) {
  const messages = useMessages('ask', questionMessages)
  const call = turn && waitingCall(turn)
  if (!call) return question.component === 'confirm' ? <p className="pf-question-by">{messages.asks}</p> : null
  const args = argsOf(call)
  return (
    <div className="pf-question-by">
      <p>
        <code>{plainText(call.name, 64)}</code>
        {messages.waits(args.length > 0)}
      </p>
      {args.length > 0 && (
        <dl>
          {args.map(([name, value]) => (
            <div key={name}>
              <dt>{plainText(name, 60)}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

/** The call of a tool that has no result yet while its question is open. */
function waitingCall({ toolCalls }: AssistantTurn): ToolCallState | undefined {
  return toolCalls.findLast((call) => call.status === 'running' && call.result === undefined && !call.name.startsWith('ui_'))
}

function argsOf({ args }: ToolCallState): [string, string][] {
  if (args.length > 100_000) return []
  try {
    const value: unknown = JSON.parse(args)
    if (!isRecord(value)) return []
    return Object.entries(value)
      .slice(0, MOST)
      .map(([name, item]) => [name, plainText(typeof item === 'string' ? item : JSON.stringify(item), 200)])
  } catch {
    return []
  }
}
