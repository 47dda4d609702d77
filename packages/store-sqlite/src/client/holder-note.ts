import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'

/** Path of the note about the process that holds the file. The note is only used in messages: the lock itself belongs to the operating system. */
const noteOf = (file: string) => `${file}.holder`

/** Writes the note that this process holds the file. */
export function writeHolderNote(file: string): void {
  try {
    writeFileSync(noteOf(file), JSON.stringify({ pid: process.pid, host: hostname(), since: new Date().toISOString() }))
  } catch {
    // Without the note, the message of a second process is shorter.
  }
}

/** Removes the note of this process. */
export function removeHolderNote(file: string): void {
  rmSync(noteOf(file), { force: true })
}

/** Describes the holder as far as the note contains it: `process 4711 on host a, since …`. */
export function describeHolder(file: string): string {
  try {
    const { pid, host, since } = JSON.parse(readFileSync(noteOf(file), 'utf8')) as Record<string, unknown>
    return `process ${Number(pid)} on host ${String(host)}, since ${String(since)}`
  } catch {
    return 'another process'
  }
}
