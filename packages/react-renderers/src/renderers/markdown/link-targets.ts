import { fenceAfter, openFence } from './fences.ts'

/** Lines that say where links of a text lead, by the name that links use. */
export type LinkTargets = ReadonlyMap<string, string>

const TARGET = /^ {0,3}\[(?!\^)([^\]\n]{1,100})\]:\s*\S/
const MOST = 50

/** Collects the definitions of a text: they hold for all of it, and blocks are parsed one by one. */
export function linkTargets(text: string): LinkTargets {
  const found = new Map<string, string>()
  if (!text.includes(']:')) return found
  let fence: string | undefined
  for (const line of text.split('\n')) {
    const [, name] = (fence === undefined && TARGET.exec(line)) || []
    fence = fenceAfter(line, fence)
    if (name !== undefined && found.size < MOST && line.length < 2_000) found.set(name.toLowerCase(), found.get(name.toLowerCase()) ?? line)
  }
  return found
}

/** The block with the definitions that it uses behind it; in a fence that is open they would be its content. */
export function withTargets(block: string, targets: LinkTargets): string {
  if (targets.size === 0 || !block.includes('[') || openFence(block) !== undefined) return block
  const lower = block.toLowerCase()
  const used = [...targets].filter(([name]) => lower.includes(`[${name}]`)).map(([, line]) => line)
  return used.length === 0 ? block : `${block}\n\n${used.join('\n')}`
}
