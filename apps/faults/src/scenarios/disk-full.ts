import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { ServingNode } from '../driver/cluster.ts'
import { type Environment, withEnvironment } from '../driver/environment.ts'
import { createRandom } from '../driver/random.ts'
import { mountSmallDisk } from '../driver/small-disk.ts'
import { startUsers } from '../driver/users.ts'
import { type Outcome, outcomeOf } from './outcome.ts'

const [fullMs, afterwardsMs] = [8_000, 4_000]

/** Makes a disk full, and frees it again. */
interface Disk {
  fill(): void
  free(): void
}

/**
 * Fills the disk of a SQLite store while users work, for eight seconds. Where this process may not mount a small file system, a limit on the
 * size of the node's files stands in for the full disk; the figure `realDisk` is then 0.
 */
export async function fillDisk({ seed }: { seed: number }): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'pf-small-disk-'))
  const mounted = mountSmallDisk(join(folder, 'disk'), 16)
  try {
    return await withEnvironment('sqlite', (environment) => workOnFullDisk(environment, { seed, mounted }), { file: join(folder, 'disk', 'pf.sqlite') })
  } finally {
    mounted?.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function workOnFullDisk({ cluster, settings, finish }: Environment, { seed, mounted }: { seed: number; mounted: Disk | undefined }): Promise<Outcome> {
  const node = cluster.start()
  await node.ready
  const users = startUsers(cluster.url, { number: 6, random: createRandom(seed) })
  await setTimeout(3_000)
  const disk = mounted ?? limitFiles(node, settings.store.kind === 'sqlite' ? settings.store.file : '')
  const before = users.turns.length
  disk.fill()
  await setTimeout(fullMs)
  const refusal = await refusedRequest(cluster.url)
  disk.free()
  const during = users.turns.length
  await setTimeout(afterwardsMs)
  const after = users.turns.length - during
  const report = await finish(users)
  const clear = node.errors.filter((text) => /^store_failed: .*The disk (is full|reported an error)/.test(text)).length
  const violations = [
    ...report.violations,
    ...(clear === 0 ? [`no error of the node said that the disk is full: ${node.errors.slice(0, 5).join(' | ')}`] : []),
    // A limit on the size of files is reported as another fault of the disk.
    ...(refusal.status === (mounted ? 507 : 500) ? [] : [`a request was answered ${refusal.status} ${refusal.code} while the disk was full`]),
    ...(after === 0 ? ['no request was made after the disk had been freed'] : []),
  ]
  const figures = { fullMs, realDisk: mounted ? 1 : 0, requestsBefore: before, requestsAfterwards: after, errorsToldToTheHost: clear }
  return outcomeOf({ ...report, violations }, cluster, figures)
}

async function refusedRequest(url: string): Promise<{ status: number; code: unknown }> {
  const response = await fetch(`${url}/chat/streams`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ thread_id: 'refused', run_id: 'refused', message: 'answer refused' }),
  })
  const body = (await response.json()) as { code?: unknown }
  return { status: response.status, code: body.code }
}

/** A limit on the size of files, which makes a real write fail in its middle. */
function limitFiles(node: ServingNode, file: string): Disk {
  const limit = (size: string) => void execFileSync('prlimit', ['--pid', String(node.pid), `--fsize=${size}:unlimited`])
  return { fill: () => limit(String(statSync(file).size)), free: () => limit('unlimited') }
}
