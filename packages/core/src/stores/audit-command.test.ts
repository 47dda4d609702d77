import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditStore } from '../contracts/approvals.ts'
import { createMemoryStore } from '../memory/create-memory-store.ts'
import { exportAudit } from './audit-log.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'pf-audit-'))
const scope = { owner: { id: 'ann' } }

beforeAll(() => {
  const tsup = join(root, '../../node_modules/tsup/dist/cli-default.js')
  const built = spawnSync(process.execPath, [tsup, '--config', 'tsup.bin.config.ts', '--out-dir', folder], { cwd: root, encoding: 'utf8' })
  expect([built.status, built.stderr]).toEqual([0, ''])
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run(args: string[], input = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'bin/pf-audit.js'), ...args], { encoding: 'utf8', input })
  return { status, stdout: stdout.trim(), stderr: stderr.trim() }
}

/** Exports a log of `count` records, as lines. */
async function exported(count: number): Promise<string[]> {
  const audit = createMemoryStore().audit as AuditStore
  for (let index = 1; index <= count; index += 1) await audit.append(scope, { type: 'seen', interaction_id: `question-${index}`, by: 'ann' })
  const lines: string[] = []
  for await (const line of exportAudit(audit, scope)) lines.push(line)
  return lines
}

const hashOf = (line = '') => (JSON.parse(line) as { hash: string }).hash

describe('pf-audit verify', { timeout: 60_000 }, () => {
  it('prints the size and the head of an intact log, from a file and from the standard input', async () => {
    const lines = await exported(3)
    const file = join(folder, 'audit.jsonl')
    writeFileSync(file, lines.join(''))
    const intact = { status: 0, stdout: `The log is intact: 3 records, head ${hashOf(lines[2])}`, stderr: '' }
    expect([run(['verify', file]), run(['verify', '-'], lines.join('\r\n'))]).toEqual([intact, intact])
    expect(run(['verify', '-'])).toMatchObject({ status: 0, stdout: 'The log is intact: 0 records, head none' })
  })

  it.each<[string, (lines: string[]) => string[], string]>([
    ['changed', (lines) => lines.with(1, (lines[1] ?? '').replace('question-2', 'question-9')), 'Line 2: The hash of the record does not fit its content'],
    ['removed', (lines) => lines.toSpliced(1, 1), 'Line 2: The record has the number 3 where 2 follows'],
    ['moved', (lines) => [lines[1] ?? '', lines[0] ?? '', ...lines.slice(2)], 'Line 1: The record has the number 2 where 1 follows'],
    ['cut in the middle', (lines) => lines.with(2, '{"seq":3,"at"\n'), 'Line 3: The line is not JSON.\n{"seq":3,"at"'],
    ['replaced by a value that is no record', (lines) => lines.with(1, 'null\n'), 'Line 2: The record has the number undefined'],
  ])('prints the first record that was %s', async (_, change, message) => {
    const lines = change(await exported(4))
    const { status, stderr } = run(['verify', '-'], lines.join(''))
    expect(status).toBe(1)
    const line = lines[Number(/^Line (\d)/.exec(message)?.[1]) - 1] ?? ''
    expect(stderr.startsWith(message) && stderr.endsWith(line.trim())).toBe(true)
  })

  it('detects an end that was cut off or replaced with the numbers that were noted', async () => {
    const lines = await exported(4)
    const noted = (count: number, head = hashOf(lines[count - 1])) => ['verify', '-', '--records', String(count), '--head', head]
    expect(run(noted(3), lines.join(''))).toMatchObject({ status: 0 })
    expect(run(noted(4), lines.slice(0, 3).join(''))).toMatchObject({ status: 1, stderr: 'The log ends after 3 records, but had 4: its end was cut off.' })
    expect(run(noted(4, hashOf(lines[0])), lines.join(''))).toMatchObject({ status: 1, stderr: expect.stringContaining('the log was replaced') })
  })

  it.each([
    [[]],
    [['export', 'x']],
    [['verify']],
    [['verify', 'a', 'b']],
    [['verify', 'a', '--head', 'x']],
    [['verify', 'a', '--records', '0', '--head', 'x']],
    [['verify', 'a', '--all']],
  ])('prints its usage for %j', (args) => {
    expect(run(args)).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('pf-audit verify FILE') })
  })

  it('says that a file cannot be read', () => {
    expect(run(['verify', join(folder, 'none.jsonl')])).toMatchObject({ status: 2, stderr: expect.stringContaining('ENOENT') })
  })
})
