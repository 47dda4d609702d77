import type { Owner, ToolDefinition } from '@pf/core'

/** Which of the tools an agent has, and who gets them. */
export interface ToolAccess {
  /** Only these names. */
  allow?: readonly string[]
  /** Never these names; wins. */
  deny?: readonly string[]
  /** Only tools with one of these tags. */
  tags?: readonly string[]
  /** Whether runs of this owner have the tool; asked at the start of each segment. Hidden tools are neither told nor run. A throw hides the tool. */
  visibleTo?(tool: ToolDefinition, owner: Owner): boolean
}
