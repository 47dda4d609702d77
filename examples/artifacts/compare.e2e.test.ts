import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const cwd = fileURLToPath(new URL('.', import.meta.url))
const run = () => promisify(execFile)(process.execPath, ['--conditions=pf-source', 'compare.ts'], { cwd })

it('[000-mig-05] prints what the model sees before and after, and the tokens saved, as its page says', async () => {
  const { stdout, stderr } = await run()
  expect(stderr).toBe('')
  const lines = stdout.split('\n')
  const seen = JSON.parse(lines[1] ?? '')
  expect(seen).toEqual({
    summary: expect.stringMatching(/^600 orders/),
    total: expect.any(Number),
    rows: '<artifact:list size=600 items ref=sales_report.rows>',
    chart: expect.stringMatching(/^<artifact:dict size=\d+KB ref=sales_report\.chart>$/),
    pdf: '<artifact:bytes size=30KB ref=sales_report.pdf>',
  })
  const table = lines.slice(3, 10).join('\n')
  const count = (name: string) => Number(new RegExp(`^${name}.* (\\d+)$`, 'm').exec(table)?.[1])
  expect(count('before')).toBeGreaterThan(20_000)
  expect(count('after')).toBeLessThan(100)
  expect(count('saved')).toBe(count('before') - count('after'))
  expect(readFileSync(`${cwd}README.md`, 'utf8')).toContain(table)
  expect(stdout).toContain('{"rows":[{"order":"A-1000"')
  expect(stdout).toContain('The payload holds all of it: true')
})
