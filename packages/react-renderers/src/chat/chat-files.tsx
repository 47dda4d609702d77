import { useContext, useEffect, useState } from 'react'
import { PfContext } from '../context/pf-context.ts'
import { useMessages } from '../context/use-messages.ts'
import type { ChosenFile } from '../files/create-file-list.ts'
import type { MessageFilesHandle } from '../files/use-message-files.ts'
import { formatBytes } from '../format/bytes.ts'
import { chatMessages } from '../messages/chat.ts'
import { safeLocale } from '../renderers/shared/safe-locale.ts'
import { plainLine } from '../text/plain-text.ts'

const MAX_NAME = 120

/** Props of ChatFiles. */
export interface ChatFilesProps {
  files: MessageFilesHandle
  maxBytes: number
  /** Called after the user has removed a file, to move the focus. */
  onRemoved(): void
}

/** The files for the next question, each with a preview or its size, its status, and a button that removes it. Renders nothing without files. */
export function ChatFiles({ files, maxBytes, onRemoved }: ChatFilesProps) {
  const messages = useMessages('chat', chatMessages)
  if (files.files.length === 0) return null
  return (
    <ul className="pf-part pf-chat-files" aria-label={messages.filesOfQuestion}>
      {files.files.map((file) => {
        const name = plainLine(file.name, MAX_NAME)
        return (
          <li key={file.id} data-status={file.status}>
            <Preview source={file.source} />
            <span className="pf-chat-file-text">
              <bdi>{name}</bdi>
              <small>
                <Status file={file} maxBytes={maxBytes} />
              </small>
            </span>
            {file.status === 'failed' && canRetry(file) && (
              <button type="button" className="pf-tool" aria-label={messages.uploadAgain(name)} onClick={() => files.retry(file.id)}>
                {messages.again}
              </button>
            )}
            <button
              type="button"
              className="pf-tool"
              aria-label={messages.remove(name)}
              onClick={() => {
                files.remove(file.id)
                onRemoved()
              }}
            >
              <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
                <path d="M4 4l8 8M12 4l-8 8" />
              </svg>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

const canRetry = ({ error }: ChosenFile) => error?.code !== 'too_large' && error?.code !== 'invalid_input'

function Status({ file: { status, bytes, error }, maxBytes }: { file: ChosenFile; maxBytes: number }) {
  const messages = useMessages('chat', chatMessages)
  const locale = safeLocale(useContext(PfContext)?.locale)
  if (status === 'uploading') return messages.uploading
  if (status === 'ready') return formatBytes(bytes, locale)
  const reasons = new Map([
    ['too_large', messages.fileTooLarge(formatBytes(maxBytes, locale))],
    ['invalid_input', messages.fileUnreadable],
    ['network', messages.fileOffline],
  ])
  return messages.uploadFailed(reasons.get(error?.code ?? '') ?? messages.fileRefused)
}

const rasterImage = /^image\/(?:png|jpeg|gif|webp|avif)$/

/** A thumbnail of a raster image, read from the file on the user's device. */
function Preview({ source }: { source: File }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!rasterImage.test(source.type)) return
    const created = URL.createObjectURL(source)
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [source])
  return url === undefined ? null : <img src={url} alt="" />
}
