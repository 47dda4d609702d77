import type { ChosenFile, MessageFilesHandle } from '@pf/react-renderers'
import { useEffect, useState } from 'react'
import { CloseIcon } from '../shell/icons.tsx'

/** Maximum number of files in one question; the server has the same limit. */
export const maxFiles = 10

/** Why a file was not uploaded, by error code. */
const reasons = new Map([
  ['too_large', 'larger than 5 MB'],
  ['invalid_input', 'empty or not readable'],
  ['network', 'no connection'],
  ['storage_full', 'the storage is full'],
  ['rate_limited', 'too many uploads'],
])

/** The files for the next question, each with a preview or its size, its status, and a button that removes it. Renders nothing without files. */
export function ChosenFiles({ files, onRemoved }: { files: MessageFilesHandle; onRemoved(): void }) {
  if (files.files.length === 0) return null
  return (
    <ul className="chosen" aria-label="Files for the question">
      {files.files.map((file) => (
        <li key={file.id} className="chosen__item" data-status={file.status}>
          <Preview source={file.source} />
          <span className="chosen__text">
            <bdi className="chosen__name">{file.name}</bdi>
            <small>{describe(file)}</small>
          </span>
          {file.status === 'failed' && canRetry(file) && (
            <button type="button" className="chosen__retry" aria-label={`Upload ${file.name} again`} onClick={() => files.retry(file.id)}>
              Again
            </button>
          )}
          <button
            type="button"
            className="chosen__remove"
            aria-label={`Remove ${file.name}`}
            onClick={() => {
              files.remove(file.id)
              onRemoved()
            }}
          >
            <CloseIcon />
          </button>
        </li>
      ))}
    </ul>
  )
}

const canRetry = ({ error }: ChosenFile) => error?.code !== 'too_large' && error?.code !== 'invalid_input'

function describe({ status, bytes, error }: ChosenFile): string {
  if (status === 'uploading') return 'Uploading…'
  if (status === 'failed') return `Not uploaded: ${reasons.get(error?.code ?? '') ?? 'the server refused it'}`
  return bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000)).toLocaleString('en')} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

const rasterImage = /^image\/(?:png|jpeg|gif|webp|avif)$/

/** A thumbnail of a raster image, read from the file on this machine. */
function Preview({ source }: { source: File }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!rasterImage.test(source.type)) return
    const created = URL.createObjectURL(source)
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [source])
  return url === undefined ? null : <img className="chosen__preview" src={url} alt="" />
}
