import type { Owner, ToolDefinition } from '@pf/core'

/** Which tools an agent has and which owners may use them. */
export interface ToolAccess {
  /** Includes only tools with these names. */
  allow?: readonly string[]
  /** Excludes tools with these names; takes precedence over the other options. */
  deny?: readonly string[]
  /** Includes only tools with one of these tags. */
  tags?: readonly string[]
  /** Whether runs of this owner have the tool; asked at the start of each segment. Hidden tools are neither told nor run. A throw hides the tool. */
  visibleTo?(tool: ToolDefinition, owner: Owner): boolean
}
