import { ActionError, type ActionOptions, isFinalResponse, type NormalizedAction, normalizeAction, type PlannerAction } from '@pf/core'
import { isRecord, isSameAction, normalizeThoroughly } from '@pf/core/internal'
import { actionText, type ModelOutput } from '../hooks/pass-output.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import { isInstanceOf } from '../util/thrown-message.ts'

type Tools = ReadonlyMap<string, AgentTool>

/**
 * Reads the action of an output. If the output has native calls, the first of them is the action; the text around them only matters if it is
 * another action and nothing else. Throws ActionError.
 */
export function readAction(output: Pick<ModelOutput, 'text' | 'calls'>, options: ActionOptions): NormalizedAction {
  const { text, calls } = output
  const read = normalizeThoroughly(actionText(output), options)
  if (!calls) return read
  const { doubts = [], ignored: _, ...called } = read
  const written = writtenAction(text.slice(0, calls.from), options)
  if (written && !isSameAction(written, called.action))
    throw new ActionError('ambiguous_action', 'The text is another action than the native call that follows it.')
  const said = written ? '' : text.slice(0, calls.from).trim()
  // Native calls are separate from each other and from text.
  const kept = doubts.filter((doubt) => doubt === 'repeated_key')
  return { ...called, ...(said === '' || called.reasoning !== undefined ? {} : { reasoning: said }), ...(kept.length > 0 ? { doubts: kept } : {}) }
}

/** Returns the action that a text consists of; undefined if there is text around it. */
function writtenAction(text: string, options: ActionOptions): PlannerAction | undefined {
  if (!text.includes('{')) return undefined
  try {
    const { action, ignored } = normalizeAction(text, options)
    return ignored ? undefined : action
  } catch (error) {
    if (!isInstanceOf(error, ActionError)) throw error
    return undefined
  }
}

/**
 * Throws ActionError `ambiguous_action` for an action that the model may only have considered, and `ambiguous_args` for repeated arguments. An
 * answer has no side effects, so it is refused only if text and a different action follow. docs/reading-actions.md has the rules.
 */
export function assertCertain(
  { action, doubts = [], repairs = [] }: Pick<NormalizedAction, 'action' | 'doubts'> & Partial<Pick<NormalizedAction, 'repairs'>>,
  tools: Tools,
): void {
  if (doubts.includes('other_action'))
    throw considered('The output has different actions and text between or before them, so it is not clear which one is meant.')
  if (isFinalResponse(action)) return
  if (doubts.includes('repeated_key')) throw new ActionError('ambiguous_args', 'An argument is given twice, with different values.')
  if (repairs.some(({ kind }) => kind === 'unescaped_quote') && hasExpression(action.args))
    throw new ActionError('ambiguous_args', 'An argument is an expression of a programming language.')
  if (repairs.some(({ kind }) => kind === 'lost_number'))
    throw new ActionError('ambiguous_args', 'A number is not one that JSON has, such as NaN, or it is out of range.')
  if (doubts.includes('in_text')) throw considered('The action is part of a text, so it may only be mentioned.')
  if (doubts.length > 0 && callsOf(action).some((name) => hasSideEffects(name, tools)))
    throw considered('There is text or another action next to an action with side effects.')
}

/** Expressions whose quotes were read as text: `"a" + "b"`, `"a" "b"`, `"a" or "b"` and the triple quotes of Python. The outer quotes are missing here. */
const expressions = [/^[^"]*(?<!\s)"[\s+|%&,:;](?:[^"]*"[^"]*")*[^"]*(?<=[\s+|%&,:;])"[^"]*$/, /^"".*""$/s, /^[^']*[^\s']'\s*[+|%&]\s*'[^']*$/, /^''.*''$/s]

/** True if a text in the arguments is rather an expression. `65" television` and `say "a", "b"` are texts. */
const hasExpression = (value: unknown): boolean =>
  typeof value === 'string'
    ? expressions.some((expression) => expression.test(value))
    : typeof value === 'object' && value !== null && Object.values(value).some(hasExpression)

const considered = (message: string) => new ActionError('ambiguous_action', message)

/** Returns the names of all calls of an action. */
function callsOf({ next_node, args }: PlannerAction): unknown[] {
  if (next_node !== 'plan') return [next_node]
  const steps: unknown[] = Array.isArray(args.steps) ? args.steps : []
  return [...steps, args.join].map((call) => (isRecord(call) ? call.node : undefined))
}

/** True for background tasks, and for tools that declare side effects or that must not run twice. */
function hasSideEffects(name: unknown, tools: Tools): boolean {
  const tool = tools.get(String(name))
  if (!tool) return name === 'task'
  const declared = tool.work.kind === 'host' ? tool.work.definition.sideEffects : undefined
  return !tool.idempotent || declared === 'write' || declared === 'external'
}
