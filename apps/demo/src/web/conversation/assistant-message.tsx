import { ComponentRenderer, ConfidenceBadge, MarkdownText, ReasoningFold, SourcesList, SuggestedActions, ToolCallLine, Warnings } from '@pf/react-renderers'
import type { AssistantTurn } from '@pf/react-renderers/store'
import { memo } from 'react'
import { RunMessages } from './run-messages.tsx'
import { TurnEnd } from './turn-end.tsx'

export interface AssistantMessageProps {
  turn: AssistantTurn
  /** True for the newest answer; only it offers follow-up questions. */
  last: boolean
  onAsk(text: string): void
  onRetry(): void
}

/** One answer: reasoning, tool calls, text, components, and the details of the final payload. */
export const AssistantMessage = memo(function AssistantMessage({ turn, last, onAsk, onRetry }: AssistantMessageProps) {
  const running = turn.status === 'running'
  const segments = turn.segments.filter((segment) => !segment.withdrawn && segment.text !== '')
  const nothingYet = running && segments.length === 0 && turn.toolCalls.length === 0 && turn.reasoning.text === ''
  return (
    <article className="answer" aria-label="Answer" data-status={turn.status}>
      <div className="answer__steps">
        {turn.reasoning.text !== '' && <ReasoningFold reasoning={turn.reasoning} />}
        {turn.toolCalls.filter(isShown).map((call) => (
          <ToolCallLine key={call.id} call={call} />
        ))}
      </div>
      {nothingYet && <p className="answer__waiting">Reading the question…</p>}
      {segments.map((segment) => (
        <MarkdownText key={segment.id} text={segment.text} streaming={running && !segment.done} cut={segment.cut === true} />
      ))}
      {turn.components.map((component) => (
        <div className={component.component === 'grid' || component.component === 'datagrid' ? 'answer__wide' : 'answer__component'} key={component.key}>
          <ComponentRenderer component={component} />
        </div>
      ))}
      {turn.messages && <RunMessages messages={turn.messages} onAsk={last && !running ? onAsk : undefined} />}
      <TurnEnd turn={turn} onRetry={last ? onRetry : undefined} />
      {turn.payload && (
        <footer className="answer__meta">
          <Warnings warnings={turn.payload.warnings} />
          <div className="answer__facts">
            <ConfidenceBadge confidence={turn.payload.confidence} />
            <SourcesList sources={turn.payload.sources} />
          </div>
          {last && <SuggestedActions actions={turn.payload.suggested_actions} onAction={(action) => onAsk(askOf(action))} />}
        </footer>
      )}
    </article>
  )
})

/** Interaction tools are not listed because their question is shown on the page. */
const isShown = ({ name }: { name: string }) => !name.startsWith('ui_')

/** Returns the question of a suggested action: its `message` parameter or, without one, its label. */
function askOf(action: { label: string; params: Record<string, unknown> }): string {
  const message = action.params.message
  return typeof message === 'string' && message !== '' ? message : action.label
}
