import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { SMTPServer } from 'smtp-server'
import { expect, it } from 'vitest'
import manifest from './package.json' with { type: 'json' }

const folder = fileURLToPath(new URL('.', import.meta.url))

/** Runs an example as its script does, and types `input` into its terminal. */
async function run(name: keyof typeof manifest.scripts, { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {}) {
  const [, ...args] = manifest.scripts[name].split(' ')
  const child = spawn(process.execPath, args, { cwd: folder, env: { PATH: process.env.PATH ?? '', ...env } })
  child.stdin.end(input)
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return out
}

it('repair: Python and unescaped quotes are read, and prose is asked again', async () => {
  const out = await run('repair')
  expect(out).toContain('→ the tool runs with {"item":"lamp","warehouse":null}\n→ and returns {"item":"lamp","pieces":14}')
  expect(out.match(/asked again/g)).toHaveLength(1)
  expect(out).toContain('→ the user reads "The \\"North\\" warehouse has 14 lamps."')
})

it('chart: the model reads and writes a reference, and the page gets the rows', async () => {
  const out = await run('chart')
  expect(out).toContain('The model reads {"total":153297,"rows":"<artifact:list size=365 items ref=sales_report.rows>"}')
  expect(out).toContain('"source":{"$artifact":"sales_report.rows"}')
  expect(Number(/The page gets (\d+) characters of "ui_component"/.exec(out)?.[1])).toBeGreaterThan(10_000)
  expect(out).not.toContain('2025-03-04')
})

it('form: another agent over the same database takes the answer', async () => {
  const out = await run('form', { input: '3\n' })
  expect(out).toContain('The run has ended: paused.\nThe server has stopped, and starts again.')
  expect(out).toContain('The answer is accepted.')
  expect(out).toContain('{"booked":true,"guests":3}')
})

it('form: an answer that does not fit the form is refused with the reason', async () => {
  const out = await run('form', { input: '40\n' })
  expect(out).toContain('The answer is invalid.')
  expect(out).toContain("pointer: '/guests'")
  expect(out).not.toContain('booked')
})

it('draft: the document and the chat are shown apart, changed, and one version is confirmed', async () => {
  const out = await run('draft')
  expect(out).toContain('[document] Dear colleagues, the office is closed on Friday.\n[chat] Is the tone right?')
  expect(out).toContain('[document] Hi, the office is closed on Friday.\n[chat] I shortened it.')
  expect(out).toContain('Confirmed version 2: confirmed\nFinal text: Hi, the office is closed on Friday.')
})

it('mcp: the agent calls the tool of a server that runs as a child process', async () => {
  const out = await run('mcp')
  expect(out).toContain('ports_tide: Time of high water in a port.\n→ {"port":"Bremen"}\n← ok {"port":"Bremen","high_water":"06:40"}')
})

it('background: the result joins the conversation once it is approved', async () => {
  const out = await run('background', { input: 'y\n' })
  expect(out).toContain('"title": "Use the results of “Weekly report”?"')
  expect(out).toContain('The conversation: ["**Weekly report**\\n\\nLast week: 3 tickets, 2 of them about invoices."]')
})

it('background: a rejected result stays out of the conversation', async () => {
  expect(await run('background', { input: 'n\n' })).toContain('The conversation: []')
})

it('mail: prints the report with its table as text', async () => {
  const out = await run('mail')
  expect(out).toContain('Three orders, two of them late.')
  expect(out).toContain('order | days_late\nA-77 | 2\nA-78 | 0\nA-79 | 5')
})

it('mail: sends it to an SMTP server', async () => {
  const mails: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) =>
      void text(stream).then((mail) => {
        mails.push(mail)
        done()
      }),
  })
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  expect(await run('mail', { env: { SMTP_URL: `smtp://127.0.0.1:${port}` } })).toContain('Sent to ada@example.com.')
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatch(/^Subject: Orders of the week\r$/m)
  expect(mails[0]).toContain('A-79 | 5')
  await new Promise<void>((done) => server.close(done))
})

it('testing: the tests of the refund agent pass', async () => {
  expect(await run('testing')).toMatch(/pass 5\n.*fail 0/)
})

it('each example is one page of code, and its page says how long it is', () => {
  const page = readFileSync(`${folder}README.md`, 'utf8')
  for (const [script, command] of Object.entries(manifest.scripts)) {
    const file = command.split(' ').at(-1) ?? ''
    const lines = readFileSync(folder + file, 'utf8')
      .trimEnd()
      .split('\n').length
    expect(lines, file).toBeLessThan(100)
    expect(page).toMatch(new RegExp(`\\[${file}\\]\\(${file}\\).*\\| \`${script}\` +\\| +${lines} +\\|`))
  }
})
