import { type FileClient, type MessageFile, PfError } from '@pf/core'
import { toRunError } from '../run/read-run.ts'
import { createListeners } from '../store/listeners.ts'
import { newId } from '../store/new-id.ts'

/** A file that the user has chosen for the next message. */
export interface ChosenFile {
  id: string
  name: string
  /** Size in bytes. */
  bytes: number
  /** The file of the browser, for example for a preview. */
  source: File
  status: 'uploading' | 'ready' | 'failed'
  /** The stored file, if `status` is `ready`. */
  file?: MessageFile
  /** Why the file was not stored, if `status` is `failed`: code and message of the PfError. */
  error?: { code: string; message: string }
}

/** Limits of the files of one message. */
export interface FileLimits {
  /** Maximum number of files. The default of the server is 10. */
  maxFiles: number
  /** Maximum size of one file in bytes. The default of the server is 5 MiB. */
  maxBytes: number
}

/** The actions of a list of chosen files. */
export interface FileListActions {
  /**
   * Adds files and uploads them. A file that is empty or larger than `maxBytes` fails without a request. Returns the number of files that
   * were not added because the list already has `maxFiles`.
   */
  add(files: Iterable<File>): number
  /** Removes a file. An upload that is not complete is aborted. */
  remove(id: string): void
  /** Uploads a failed file again. */
  retry(id: string): void
  /** Removes the stored files from the list and returns them, to be sent with a message. */
  take(): MessageFile[]
}

/** Controls a list of chosen files, without React. */
export interface FileList extends FileListActions {
  getSnapshot(): readonly ChosenFile[]
  subscribe(listener: () => void): () => void
  /** Aborts all uploads and empties the list. */
  clear(): void
}

/** Creates an empty list for the messages of a thread. */
export function createFileList(client: FileClient, threadId: string, { maxFiles, maxBytes }: FileLimits): FileList {
  const { subscribe, notifyListeners } = createListeners()
  const uploads = new Map<string, AbortController>()
  let files: readonly ChosenFile[] = []
  const set = (next: readonly ChosenFile[]) => {
    files = next
    notifyListeners()
  }
  const replace = (id: string, change: (file: ChosenFile) => ChosenFile) => set(files.map((file) => (file.id === id ? change(file) : file)))
  const stop = (id: string) => {
    uploads.get(id)?.abort()
    uploads.delete(id)
  }
  async function upload({ id, source }: ChosenFile) {
    const own = new AbortController()
    uploads.set(id, own)
    try {
      const file = await store(source, own.signal)
      if (!own.signal.aborted) replace(id, ({ error: _error, ...chosen }) => ({ ...chosen, status: 'ready', file }))
    } catch (error) {
      if (!own.signal.aborted) replace(id, (chosen) => ({ ...chosen, status: 'failed', error: toRunError(error) }))
    } finally {
      if (uploads.get(id) === own) uploads.delete(id)
    }
  }
  function store(source: File, signal: AbortSignal): Promise<MessageFile> {
    if (source.size === 0) return Promise.reject(new PfError('invalid_input', 'The file is empty.'))
    if (source.size > maxBytes) return Promise.reject(new PfError('too_large', `The file is larger than ${maxBytes} bytes.`, { fields: { limit: maxBytes } }))
    return client.uploadFile(threadId, source, { signal })
  }

  return {
    getSnapshot: () => files,
    subscribe,
    add(given) {
      const all = [...given]
      const added = all
        .slice(0, Math.max(0, maxFiles - files.length))
        .map((source): ChosenFile => ({ id: newId(), name: source.name, bytes: source.size, source, status: 'uploading' }))
      if (added.length > 0) set([...files, ...added])
      for (const chosen of added) void upload(chosen)
      return all.length - added.length
    },
    remove(id) {
      stop(id)
      set(files.filter((file) => file.id !== id))
    },
    retry(id) {
      const failed = files.find((file) => file.id === id && file.status === 'failed')
      if (!failed) return
      replace(id, ({ error: _error, ...chosen }) => ({ ...chosen, status: 'uploading' }))
      void upload(failed)
    },
    take() {
      const stored = files.flatMap(({ file }) => (file ? [file] : []))
      set(files.filter(({ file }) => file === undefined))
      return stored
    },
    clear() {
      for (const id of [...uploads.keys()]) stop(id)
      if (files.length > 0) set([])
    },
  }
}
