import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readBundle, replayBundle } from '@pf/bundle'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectBrowser } from '../../../tooling/test-support/connect-browser.ts'
import { askQuestion, openPage, waitForEnd } from './open-page.ts'
import { type Demo, startDemo, startQuickDemo } from './start-demo.ts'

let demo: Demo
let browser: Browser
beforeAll(async () => {
  ;[demo, browser] = await Promise.all([startQuickDemo(), connectBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
})

describe('the report of a problem', () => {
  it('is shown before it is saved, belongs to its user, and replays equal elsewhere', async () => {
    const { page, context, consoleErrors } = await openPage(browser, demo.url, { width: 1440 })
    await askQuestion(page, 'Show me the weather as a table')
    await waitForEnd(page)
    await page.getByRole('tab', { name: 'Report' }).click()
    const asked = page.waitForResponse((response) => response.url().endsWith('/report'))
    await page.getByRole('button', { name: 'Show the report' }).click()
    const address = (await asked).url()
    const shown = await page.getByRole('textbox', { name: 'Content of the report' }).inputValue()
    expect(shown).toContain('Show me the weather as a table')
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Save the report' }).click()])
    const folder = await mkdtemp(join(tmpdir(), 'pf-report-'))
    await saved.saveAs(join(folder, 'run.pfbundle'))
    const file = await readFile(join(folder, 'run.pfbundle'))
    await rm(folder, { recursive: true })
    expect(file.toString()).toBe(shown)
    const bundle = await readBundle(file)
    expect(await replayBundle(bundle)).toMatchObject({ equal: true, differences: [] })
    // Another browser has another owner, for whom the run does not exist.
    expect((await fetch(address)).status).toBe(404)
    expect(consoleErrors).toEqual([])
    await context.close()
    await inOtherLab(file)
  })

  it('a file that is no bundle, or one with scripts in its texts, does nothing in the Lab', async () => {
    const { page, context, consoleErrors } = await openPage(browser, demo.url, { width: 390 })
    await page.getByRole('link', { name: 'Lab' }).click()
    await page.getByLabel('Open or drop a run bundle').setInputFiles({ name: 'zip.pfbundle', mimeType: 'application/zip', buffer: Buffer.from('PK') })
    await page.getByRole('alert').getByText('not JSON').waitFor()
    await page.getByLabel('Open or drop a run bundle').setInputFiles({ name: 'evil.json', mimeType: 'application/json', buffer: hostileBundle() })
    await page.getByRole('region', { name: 'Recorded run' }).getByText('<img').first().waitFor()
    expect(await page.evaluate(() => Reflect.get(globalThis, 'owned'))).toBeUndefined()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(true)
    expect(consoleErrors).toEqual([])
    await context.close()
  })
})

/** Opens the file in the Lab of another server, which has another model, other stores and other owners. */
async function inOtherLab(file: Buffer): Promise<void> {
  const other = await startDemo()
  const { page, context, consoleErrors } = await openPage(browser, other.url, { dark: true })
  await page.getByRole('link', { name: 'Lab' }).click()
  await page.getByLabel('Open or drop a run bundle').setInputFiles({ name: 'report.json', mimeType: 'application/json', buffer: file })
  const run = page.getByRole('region', { name: 'Recorded run' })
  await run.locator('.pf-component[data-status="ready"]').first().waitFor()
  const slider = run.getByRole('slider', { name: 'Event' })
  await slider.focus()
  await page.keyboard.press('Home')
  expect(await slider.inputValue()).toBe('0')
  expect(await run.locator('.pf-component').count()).toBe(0)
  await run.getByText('Show me the weather as a table').waitFor()
  await page.keyboard.press('ArrowRight')
  expect(await slider.getAttribute('aria-valuetext')).toMatch(/^1\/\d+ · RUN_STARTED · 0\.0 s$/)
  await page.keyboard.press('End')
  await run.locator('.pf-component[data-status="ready"]').first().waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
  await other.stop()
}

const script = '<img src=x onerror="globalThis.owned=1"><script>globalThis.owned=1</script>'

/** A bundle of the right form whose texts are scripts. */
function hostileBundle(): Buffer {
  const at = { run_id: 'r', thread_id: 't', ts: 1 }
  const events = [
    { ...at, type: 'run_start', seq: 1, registry_version: '1', registry_digest: 'd', message_id: 'm', client: { client_tools: [], answered: [] } },
    { ...at, type: 'llm_stream_chunk', seq: 2, stream_id: 's', text: script, channel: 'answer', phase: 'answer', attempt: 1, action_seq: 1, done: true },
    { ...at, type: 'warning', seq: 3, code: script, text: script },
  ]
  const messages = [{ id: 'u', role: 'user', content: script }]
  const input = { thread_id: 't', run_id: 'r', messages, client_tools: [], context: [], client: {} }
  const run = { run_id: 'r', events, state: {}, requests: [{ type: 'start', input }], model_calls: [], tool_executions: [] }
  const head = { format: 'pf-bundle', version: 1, created: 1, versions: { packages: {} }, registry: { version: '1', digest: 'd' }, thread_id: 't', run_id: 'r' }
  return Buffer.from(JSON.stringify({ ...head, runs: [run], artifacts: [], redaction: { replaced: 0, requests_omitted: false } }))
}
