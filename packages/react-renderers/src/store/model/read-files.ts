import type { MessageFile } from '@pf/core'
import { arrayOrEmpty } from '@pf/core/internal'
import { name, number, object, omitUndefined } from './read.ts'

const maxFiles = 100
const kinds = ['image', 'audio', 'video', 'document'] as const satisfies readonly MessageFile['kind'][]
const kindOf = (value: unknown) => kinds.find((kind) => kind === value)

/** Reads the files of a message as a thread or a stored conversation has them. Invalid entries are omitted; undefined if none is left. */
export function readFiles(value: unknown): MessageFile[] | undefined {
  const files = arrayOrEmpty(value)
    .slice(0, maxFiles)
    .flatMap((item): MessageFile[] => {
      const { kind, media_type, bytes, ...texts } = object(item)
      const known = kindOf(kind)
      if (!known) return []
      const optional = { name: name(texts.name), artifact_id: name(texts.artifact_id), bytes: number(bytes), url: name(texts.url) }
      return [{ kind: known, media_type: typeOf(media_type), ...omitUndefined(optional) }]
    })
  return files.length > 0 ? files : undefined
}

const typeOf = (value: unknown) => name(value) ?? 'application/octet-stream'
