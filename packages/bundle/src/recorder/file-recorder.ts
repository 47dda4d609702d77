import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Owner } from '@pf/core'
import { ownerKey, sha256Hex } from '@pf/core/internal'
import type { RunRecorder, RunRecording } from './run-recorder.ts'

/**
 * Creates a recorder with one file for each run in a folder, to which each recording is appended, so that it survives restarts. The files
 * contain what users, models and tools wrote; remove old ones as the retention of the application requires.
 */
export function createFileRecorder(folder: string): RunRecorder {
  const pathOf = async (owner: Owner, run_id: string) =>
    join(folder, `${await sha256Hex(new TextEncoder().encode(JSON.stringify([ownerKey({ owner }), run_id])))}.jsonl`)
  let writing = Promise.resolve()
  return {
    add: (owner, run_id, recording) => {
      const line = `${JSON.stringify(recording)}\n`
      const written = writing.then(async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await appendFile(await pathOf(owner, run_id), line, { mode: 0o600 })
      })
      writing = written.catch(() => undefined)
      return written
    },
    read: async (owner, run_id) => {
      await writing
      const text = await readFile(await pathOf(owner, run_id), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return ''
        throw error
      })
      return text.split('\n').flatMap(readLine)
    },
  }
}

/** A process that was killed while it wrote may leave an incomplete line, which is skipped. */
function readLine(line: string): RunRecording[] {
  try {
    return line === '' ? [] : [JSON.parse(line) as RunRecording]
  } catch {
    return []
  }
}
