import type { EarlierAnswer } from '../tools/agent-tool.ts'

/** A call with the id under which it was announced. */
export interface AnnouncedArgs {
  args: Record<string, unknown>
  tool_call_id: string
  branch?: number
  plan_id?: string
  /** The origin of the approval question that was answered: a hook or a rule. */
  approved?: 'hook' | 'rule'
  /** The arguments that clients may see, if some of `args` are intended for the tool alone. */
  shown?: Record<string, unknown>
  /** True if `args` contain values that only the tool and the user may see. Stored instead of `shown`. */
  hidden?: true
  /** Earlier questions of the call. */
  answers?: readonly EarlierAnswer[]
}

/** True if a call has values that the model may not see and that must not be returned as text. */
export function hasHiddenArgs({ args, shown, hidden }: Pick<AnnouncedArgs, 'args' | 'shown' | 'hidden'>): boolean {
  return hidden === true || (shown !== undefined && JSON.stringify(args) !== JSON.stringify(shown))
}
