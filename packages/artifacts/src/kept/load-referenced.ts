import { type ArtifactMeta, PfError } from '@pf/core'
import { getOwn, isRecord, joinBytes, maxReferences } from '@pf/core/internal'
import { parseRef } from '../describe/ref.ts'
import { firstChildren } from '../json/first-children.ts'
import { isLoaded, type KeptArtifact } from './kept-artifact.ts'
import type { RunArtifacts } from './run-artifacts.ts'

type Get = (artifact_id: string) => Promise<{ meta: ArtifactMeta; body: AsyncIterable<Uint8Array> } | undefined>

/** Loads the artifacts to which `value` refers and that are not in memory. An artifact that the store no longer has is removed. */
export async function loadReferenced(value: unknown, run: RunArtifacts, get: Get): Promise<void> {
  for (const ref of referencesIn(value)) {
    const parsed = parseRef(ref)
    const call = run.calls.find((known) => known.tool === parsed?.tool && known.call === parsed.call)
    for (const artifact of [...(call?.artifacts ?? [])]) {
      if (!call || !parsed || isLoaded(artifact) || !overlap(artifact.path, parsed.path)) continue
      if (!(await load(artifact, get))) call.artifacts.splice(call.artifacts.indexOf(artifact), 1)
    }
  }
}

function overlap(one: readonly (string | number)[], other: readonly string[]): boolean {
  return one.slice(0, other.length).every((token, index) => String(token) === other[index])
}

async function load(artifact: KeptArtifact, get: Get): Promise<boolean> {
  try {
    const found = artifact.reference && (await get(artifact.reference.artifact_id))
    if (!found) return false
    const data = await joinBytes(found.body)
    Object.assign(artifact.body, artifact.body.form === 'json' || artifact.body.form === 'text' ? { text: new TextDecoder().decode(data) } : { data })
    return true
  } catch (cause) {
    throw new PfError('store_failed', `${artifact.entry.ref} could not be read from the store.`, { cause })
  }
}

const maxNodes = 100_000

/**
 * Returns the `$artifact` names in a value without duplicates. Stops after `maxReferences` names and after 100,000 values:
 * `resolveReferences` refuses a value with more of either, so all data that is used is loaded.
 */
export function referencesIn(value: unknown): string[] {
  const refs = new Set<string>()
  const waiting: unknown[] = [value]
  let left = maxNodes
  while (waiting.length > 0 && refs.size < maxReferences) {
    const next = waiting.pop()
    const ref = isRecord(next) ? getOwn(next, '$artifact') : undefined
    if (typeof ref === 'string') refs.add(ref)
    else if (typeof next === 'object' && next !== null && left > 0) {
      const children = firstChildren(next, left)
      left -= children.length + 1
      for (const child of children) waiting.push(child)
    }
  }
  return [...refs]
}
