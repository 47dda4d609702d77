import type { FileClient } from '@pf/core'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { type ChosenFile, createFileList, type FileLimits, type FileListActions } from './create-file-list.ts'

/** The files for the next message of a thread. The functions keep their identity between renders. */
export interface MessageFilesHandle extends FileListActions {
  files: readonly ChosenFile[]
  /** True while a file is being uploaded. */
  uploading: boolean
}

/** Options of `useMessageFiles`. `client` must keep its identity between renders. */
export interface MessageFilesOptions extends Partial<FileLimits> {
  client: FileClient
  threadId: string
}

/** The default limits of the server, in files and bytes. */
const defaults: FileLimits = { maxFiles: 10, maxBytes: 5 * 1024 * 1024 }

/**
 * Returns the files that the user has chosen for the next message, and uploads them. `take()` returns the stored ones for `send`. Files that
 * were not sent are forgotten when the component is removed or the thread changes.
 */
export function useMessageFiles({ client, threadId, maxFiles = defaults.maxFiles, maxBytes = defaults.maxBytes }: MessageFilesOptions): MessageFilesHandle {
  const list = useMemo(() => createFileList(client, threadId, { maxFiles, maxBytes }), [client, threadId, maxFiles, maxBytes])
  useEffect(() => () => list.clear(), [list])
  const files = useSyncExternalStore(list.subscribe, list.getSnapshot, list.getSnapshot)
  return useMemo(() => {
    const { add, remove, retry, take } = list
    return { files, uploading: files.some(({ status }) => status === 'uploading'), add, remove, retry, take }
  }, [list, files])
}
