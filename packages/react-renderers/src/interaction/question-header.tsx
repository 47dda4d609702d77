import { isRecord, parseJson } from '@pf/core/internal'
import { useMessages } from '../context/use-messages.ts'
import { questionMessages } from '../messages/questions.ts'
import type { AssistantTurn, QuestionState, ToolCallState } from '../store/model/types.ts'
import { plainText } from '../text/plain-text.ts'

const MAX_ARGUMENTS = 8
const MAX_CHARACTERS = 100_000

/**
 * Shows the origin of a question above all content from the model. A tool call that waits for approval is shown with its arguments. When some
 * arguments are not shown, a notice says so.
 */
export function QuestionHeader({ question, turn }: { question: QuestionState; turn: AssistantTurn | undefined }) {
  const messages = useMessages('question', questionMessages)
  const call = turn && waitingCall(turn)
  if (!call) return question.component === 'confirm' ? <p className="pf-question-origin">{messages.approvalNeeded}</p> : null
  const args = argumentsOf(call)
  const shown = args?.slice(0, MAX_ARGUMENTS) ?? []
  const more = (args?.length ?? 0) - shown.length
  return (
    <div className="pf-question-origin">
      <p>
        <code>{plainText(call.name, 64)}</code>
        {messages.toolNeedsAnswer(shown.length > 0)}
        {!args && ` ${messages.argumentsNotShown}`}
      </p>
      {shown.length > 0 && (
        <dl>
          {shown.map(([name, value]) => (
            <div key={name}>
              <dt>{plainText(name, 60)}</dt>
              <dd>
                <bdi>{plainText(typeof value === 'string' ? value : JSON.stringify(value), 200)}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {more > 0 && <p>{messages.moreArguments(more)}</p>}
    </div>
  )
}

/** Returns the call of a tool that has no result yet because its question is open. */
function waitingCall({ toolCalls }: AssistantTurn): ToolCallState | undefined {
  return toolCalls.findLast((call) => call.status === 'running' && call.result === undefined && !call.name.startsWith('ui_'))
}

/** Returns the arguments by name; undefined if they are too long or not the JSON text of an object. */
function argumentsOf({ args }: ToolCallState): [string, unknown][] | undefined {
  if (args.length > MAX_CHARACTERS) return undefined
  const value = args.trim() === '' ? {} : parseJson(args)
  return isRecord(value) ? Object.entries(value) : undefined
}
