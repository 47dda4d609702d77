import type { MessageFile } from '@pf/core'
import { memo, useContext, useState } from 'react'
import { PfContext } from '../context/pf-context.ts'
import { useMessages } from '../context/use-messages.ts'
import { formatBytes } from '../format/bytes.ts'
import { partMessages } from '../messages/parts.ts'
import { mediaSource, pageOrigin } from '../renderers/shared/media-source.ts'
import { safeLocale } from '../renderers/shared/safe-locale.ts'
import { plainLine } from '../text/plain-text.ts'

const MAX_FILES = 50
const MAX_NAME = 120

/**
 * The files of a user's message: a picture of each stored raster image, and the name and size of any other file. Only stored images are
 * loaded, from the artifact route; a file is never shown as markup. Renders nothing without files.
 */
export const MessageFiles = /* @__PURE__ */ memo(function MessageFiles({ files = [] }: { files?: readonly MessageFile[] | undefined }) {
  const messages = useMessages('parts', partMessages)
  if (files.length === 0) return null
  return (
    <ul className="pf-files" aria-label={messages.files(files.length)}>
      {withKeys(files.slice(0, MAX_FILES)).map(({ key, file }) => (
        <li key={key}>
          <File file={file} />
        </li>
      ))}
      {files.length > MAX_FILES && <li>{messages.moreItems(files.length - MAX_FILES)}</li>}
    </ul>
  )
})

/** Returns files with unique keys. A message may have the same file twice. */
function withKeys(files: readonly MessageFile[]): { key: string; file: MessageFile }[] {
  const counts = new Map<string, number>()
  return files.map((file) => {
    const id = file.artifact_id ?? file.name ?? ''
    const count = (counts.get(id) ?? 0) + 1
    counts.set(id, count)
    return { key: `${count}:${id}`, file }
  })
}

function File({ file }: { file: MessageFile }) {
  const messages = useMessages('parts', partMessages)
  const locale = useContext(PfContext)?.locale
  const [failed, setFailed] = useState(false)
  const { kind, artifact_id, name, bytes } = file
  const isStoredImage = kind === 'image' && artifact_id !== undefined && !failed
  const source = isStoredImage ? mediaSource(file, { kind: 'image', hosts: [], origin: pageOrigin() }) : undefined
  const shown = plainLine(name, MAX_NAME) || messages.unnamedFile
  if (source?.kind === 'show')
    return (
      <a className="pf-files-image" href={source.src} target="_blank" rel="noreferrer" aria-label={messages.openImage(shown)}>
        <img src={source.src} alt="" loading="lazy" decoding="async" referrerPolicy="no-referrer" draggable={false} onError={() => setFailed(true)} />
      </a>
    )
  return (
    <span className="pf-files-chip">
      <bdi className="pf-files-name">{shown}</bdi>
      {bytes !== undefined && <span className="pf-files-size">{formatBytes(bytes, safeLocale(locale))}</span>}
    </span>
  )
}
