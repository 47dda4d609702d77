import type { InteractionAnnouncement, ValidationIssue } from '@pf/core'
import { resultSchemaOf } from '@pf/registry'
import { prepareComponent } from '../components/prepare-component.ts'
import type { ToolCall } from '../tools/agent-tool.ts'

/** A request to ask a question. */
export interface QuestionRequest {
  component: string
  props: unknown
  /** Number of bytes of the question written by the model; 0 for a question of a tool. */
  writtenBytes: number
  /** Id of the call under which the question is announced. */
  toolCallId: string
  timeoutMs?: number
}

export type PreparedQuestion = { ok: true; asked: InteractionAnnouncement } | { ok: false; issues: ValidationIssue[] }

/** Resolves and validates a question, and assigns its id and deadline. Does not announce it. */
export async function prepareQuestion({ run }: Pick<ToolCall, 'run'>, wanted: QuestionRequest): Promise<PreparedQuestion> {
  const { component, props, writtenBytes, toolCallId, timeoutMs = run.agent.limits.answerMs } = wanted
  await run.segment.collector.prepare(props)
  const prepared = prepareComponent(run, { component, props, writtenBytes, via: 'interactive' })
  if (!prepared.ok) return prepared
  return {
    ok: true,
    asked: {
      id: run.agent.newId(),
      tool_call_id: toolCallId,
      component,
      props: prepared.props,
      message_id: run.messageId,
      result_schema: resultSchemaOf(component, prepared.props, policyOf(run.agent)),
      deadline: run.agent.now() + Math.max(1, Math.min(timeoutMs, maxTimeoutMs)),
    },
  }
}

/** Maximum time for an answer: one year, which keeps the deadline a valid date. */
const maxTimeoutMs = 366 * 86_400_000

const policyOf = ({ rich }: ToolCall['run']['agent']) => (rich ? { policy: rich.policy } : {})
