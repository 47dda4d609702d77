import type { InteractionAnnouncement, ValidationIssue } from '@pf/core'
import { resultSchemaOf } from '@pf/registry'
import { prepareComponent } from '../components/prepare-component.ts'
import type { ToolCall } from '../tools/agent-tool.ts'

/** A question as it is wanted. */
export interface QuestionRequest {
  component: string
  props: unknown
  /** Bytes that the model wrote for it; 0 for a tool's. */
  writtenBytes: number
  /** The call that the question is announced under. */
  tool_call_id: string
  timeoutMs?: number
}

export type PreparedQuestion = { ok: true; asked: InteractionAnnouncement } | { ok: false; issues: ValidationIssue[] }

/** Resolves and validates a question, and gives it an id and its end. Nothing is announced yet. */
export async function prepareQuestion({ run }: Pick<ToolCall, 'run'>, wanted: QuestionRequest): Promise<PreparedQuestion> {
  const { component, props, writtenBytes, tool_call_id, timeoutMs = run.agent.limits.answerMs } = wanted
  await run.segment.collector.prepare(props)
  const prepared = prepareComponent(run, { component, props, writtenBytes, via: 'interactive' })
  if (!prepared.ok) return prepared
  return {
    ok: true,
    asked: {
      id: run.agent.newId(),
      tool_call_id,
      component,
      props: prepared.props,
      message_id: run.message_id,
      result_schema: resultSchemaOf(component, prepared.props, policyOf(run.agent)),
      deadline: run.agent.now() + Math.max(1, Math.min(timeoutMs, maxTimeoutMs)),
    },
  }
}

/** A year: nobody answers later, and dates stay dates. */
const maxTimeoutMs = 366 * 86_400_000

const policyOf = ({ rich }: ToolCall['run']['agent']) => (rich ? { policy: rich.policy } : {})
