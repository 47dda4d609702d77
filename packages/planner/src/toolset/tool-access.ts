import type { Owner, ToolDefinition } from '@pf/core'
import type { ResponseFormat } from '../model/model.ts'
import type { ToolAccess } from '../options/agent-options.ts'
import type { AgentTool } from '../tools/agent-tool.ts'

/** Returns the tools that an agent may use. */
export function accessibleTools(tools: readonly ToolDefinition[], { allow, deny = [], tags }: ToolAccess = {}): ToolDefinition[] {
  return tools.filter(
    ({ name, tags: own = [] }) => (allow?.includes(name) ?? true) && !deny.includes(name) && (tags === undefined || own.some((tag) => tags.includes(tag))),
  )
}

/** The description of a set of tools for the model. */
interface ToolPrompt {
  readonly systemPrompt: string
  readonly responseFormat: ResponseFormat
}

/** The tools of one owner's runs. */
export interface Offer extends ToolPrompt {
  readonly tools: ReadonlyMap<string, AgentTool>
  readonly toolNames: readonly string[]
}

const maxCachedOffers = 200

/** Creates a function that returns offers. The same set of tools gives the same prompt. */
export function createOffers(
  all: readonly AgentTool[],
  describe: (tools: readonly AgentTool[]) => ToolPrompt,
  visibleTo: ToolAccess['visibleTo'],
): (owner: Owner) => Offer {
  const kept = new Map<string, Offer>()
  const offerOf = (tools: readonly AgentTool[]): Offer => {
    const toolNames = tools.map(({ name }) => name)
    const key = JSON.stringify(toolNames)
    const known = kept.get(key)
    if (known) return known
    const offer = { ...describe(tools), tools: new Map(tools.map((tool) => [tool.name, tool])), toolNames }
    if (kept.size < maxCachedOffers) kept.set(key, offer)
    return offer
  }
  // Created immediately, so that faults appear before the first run.
  const everything = offerOf(all)
  return (owner) => (visibleTo ? offerOf(all.filter((tool) => isVisible(tool, owner, visibleTo))) : everything)
}

function isVisible({ work }: AgentTool, owner: Owner, visibleTo: NonNullable<ToolAccess['visibleTo']>): boolean {
  if (work.kind !== 'host') return true
  try {
    // Any other value, such as a promise, would be truthy by accident.
    return visibleTo(work.definition, { ...owner }) === true
  } catch {
    return false
  }
}
