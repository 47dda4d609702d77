import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const pageBytes = 4096
const run = promisify(execFile)

/** Resident memory of another process in bytes; undefined where that cannot be told. */
export async function processMemory(pid: number): Promise<number | undefined> {
  try {
    if (process.platform === 'linux') return Number((await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')[1]) * pageBytes
    if (process.platform === 'win32') return undefined
    return Number((await run('ps', ['-o', 'rss=', '-p', String(pid)])).stdout) * 1024
  } catch {
    return undefined
  }
}
