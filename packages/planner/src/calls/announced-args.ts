import type { EarlierAnswer } from '../tools/agent-tool.ts'

/** A call under the id it was announced with. */
export interface AnnouncedArgs {
  args: Record<string, unknown>
  tool_call_id: string
  branch?: number
  plan_id?: string
  /** The user has let it run. */
  approved?: true
  /** The arguments as clients may see them, where some are for the tool alone. */
  shown?: Record<string, unknown>
  /** `args` hold what only the tool and the user may see; kept where `shown` is not. */
  hidden?: true
  /** Questions that the call asked before. */
  answers?: readonly EarlierAnswer[]
}
