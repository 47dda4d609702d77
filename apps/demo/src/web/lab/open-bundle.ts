import { createAguiMapper } from '@pf/agui-adapter'
import { type Bundle, readBundle } from '@pf/bundle/read'
import { type ArtifactPage, PfError, readPointer, type WireEvent } from '@pf/core'
import { decodeBase64 } from '@pf/core/internal'

/** A run of a bundle as the Lab shows it. */
export interface OpenedBundle {
  events: WireEvent[]
  question?: string
  page(artifact_id: string, path: string, offset: number, limit: number): Promise<ArtifactPage>
}

/** Reads and validates a bundle file. Rejects with PfError for a file that is none. */
export async function openBundle(file: Blob): Promise<OpenedBundle> {
  const bundle = await readBundle(new Uint8Array(await file.arrayBuffer()))
  const [first] = bundle.runs.flatMap((run) => run.requests)
  const question = first?.type === 'start' ? first.input.messages.findLast(({ role }) => role === 'user')?.content : undefined
  return { events: bundle.runs.flatMap(toWire), ...(question === undefined ? {} : { question }), page: pagesOf(bundle) }
}

function toWire({ events }: Bundle['runs'][number]): WireEvent[] {
  const mapper = createAguiMapper()
  const mapped = events.flatMap((event) => mapper.feed(event).map((wire, k): WireEvent => ({ id: `${event.seq}.${k}`, event: { ...wire } })))
  return [...mapped, ...mapper.end().map((wire): WireEvent => ({ event: { ...wire } }))]
}

function pagesOf({ artifacts }: Bundle): OpenedBundle['page'] {
  const parsed = new Map<string, unknown>()
  return async (artifact_id, path, offset, limit) => {
    const found = artifacts.find((artifact) => artifact.artifact_id === artifact_id)
    const bytes = found?.data === undefined ? undefined : decodeBase64(found.data)
    if (!bytes) throw new PfError('not_found', 'The bundle does not contain this data.')
    if (!parsed.has(artifact_id)) parsed.set(artifact_id, JSON.parse(new TextDecoder().decode(bytes)))
    const { value } = readPointer(parsed.get(artifact_id), path)
    if (!Array.isArray(value)) throw new PfError('unknown_path', 'The data of the bundle has no list at this path.')
    return { items: value.slice(offset, offset + limit), offset, total: value.length }
  }
}
