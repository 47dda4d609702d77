import type { EarlierAnswer } from '../tools/agent-tool.ts'

/** A call under the id it was announced with. */
export interface AnnouncedArgs {
  args: Record<string, unknown>
  tool_call_id: string
  branch?: number
  plan_id?: string
  /** What wanted the approval that the call has: a hook, or a rule. */
  approved?: 'hook' | 'rule'
  /** The arguments that clients may see, when some of `args` are for the tool alone. */
  shown?: Record<string, unknown>
  /** True when `args` contain values that only the tool and the user may see; stored when `shown` is not. */
  hidden?: true
  /** Questions that the call asked before. */
  answers?: readonly EarlierAnswer[]
}

/** Whether a call has values that the model may not see and that must not be returned as text. */
export function hasHiddenArgs({ args, shown, hidden }: Pick<AnnouncedArgs, 'args' | 'shown' | 'hidden'>): boolean {
  return hidden === true || (shown !== undefined && JSON.stringify(args) !== JSON.stringify(shown))
}
