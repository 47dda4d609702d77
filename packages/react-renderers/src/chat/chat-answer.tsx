import { memo } from 'react'
import { ComponentRenderer } from '../component-renderer/component-renderer.tsx'
import { useMessages } from '../context/use-messages.ts'
import { chatMessages } from '../messages/chat.ts'
import { ReasoningFold } from '../parts/reasoning-fold.tsx'
import { SourcesList } from '../parts/sources-list.tsx'
import { SuggestedActions } from '../parts/suggested-actions.tsx'
import { ToolCallLine } from '../parts/tool-call-line.tsx'
import { Warnings } from '../parts/warnings.tsx'
import { FigureSources } from '../provenance/figure-sources.tsx'
import { MarkdownText } from '../renderers/markdown/markdown-text.tsx'
import type { AssistantTurn } from '../store/model/types.ts'
import { ChatChanges } from './chat-changes.tsx'
import { ChatTurnEnd } from './chat-turn-end.tsx'

/** Props of ChatAnswer. */
export interface ChatAnswerProps {
  turn: AssistantTurn
  /** True for the newest answer; only it offers follow-up questions. */
  last: boolean
  /** Whether figures show where they come from. */
  figureSources: boolean
  onAsk(text: string): void
  onRetry(): void
  /** Reports a problem with a run. */
  onReport: ((runId: string) => void) | undefined
}

const wide: ReadonlySet<string> = new Set(['grid', 'datagrid'])

/** One answer: reasoning, tool calls, text, components, and the details of the final payload. */
export const ChatAnswer = /* @__PURE__ */ memo(function ChatAnswer({ turn, last, figureSources, onAsk, onRetry, onReport }: ChatAnswerProps) {
  const messages = useMessages('chat', chatMessages)
  const running = turn.status === 'running'
  const segments = turn.segments.filter((segment) => !segment.withdrawn && segment.text !== '')
  const nothingYet = running && segments.length === 0 && turn.toolCalls.length === 0 && turn.reasoning.text === ''
  const content = (
    <>
      {segments.map((segment) => (
        <MarkdownText key={segment.id} text={segment.text} streaming={running && !segment.done} cut={segment.cut === true} />
      ))}
      {turn.components.map((component) => (
        <div className="pf-chat-component" data-wide={wide.has(component.component) || undefined} key={component.key}>
          <ComponentRenderer component={component} />
        </div>
      ))}
    </>
  )
  return (
    <article className="pf-chat-answer" aria-label={messages.answer} data-status={turn.status}>
      <div className="pf-chat-steps">
        {turn.reasoning.text !== '' && <ReasoningFold reasoning={turn.reasoning} />}
        {turn.toolCalls.filter(isShown).map((call) => (
          <ToolCallLine key={call.id} call={call} />
        ))}
      </div>
      {nothingYet && <p className="pf-part pf-chat-note">{messages.waiting}</p>}
      {figureSources ? <FigureSources turn={turn}>{content}</FigureSources> : content}
      {turn.messages && <ChatChanges changes={turn.messages} onAsk={last && !running ? onAsk : undefined} />}
      <ChatTurnEnd turn={turn} onRetry={last ? onRetry : undefined} />
      {turn.payload && (
        <footer className="pf-chat-meta">
          <Warnings warnings={turn.payload.warnings} />
          <div className="pf-part pf-chat-facts">
            <SourcesList sources={turn.payload.sources} />
          </div>
          {last && <SuggestedActions actions={turn.payload.suggested_actions} onAction={(action) => onAsk(questionOf(action))} />}
        </footer>
      )}
      {onReport && !running && (
        <button type="button" className="pf-part pf-chat-report" onClick={() => onReport(turn.run_id)}>
          {messages.report}
        </button>
      )}
    </article>
  )
})

/** Interaction tools are not listed because their question is shown. */
const isShown = ({ name }: { name: string }) => !name.startsWith('ui_')

/** Returns the question of a suggested action: its `message` parameter or, without one, its label. */
function questionOf({ label, params }: { label: string; params: Record<string, unknown> }): string {
  const { message } = params
  return typeof message === 'string' && message !== '' ? message : label
}
