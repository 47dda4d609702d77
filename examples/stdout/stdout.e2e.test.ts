import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createModelServer } from '@pf/testing'
import { afterEach, expect, it } from 'vitest'

const folder = fileURLToPath(new URL('.', import.meta.url))
const answer = 'Order A-77 left the "North" warehouse on Monday.\nIt arrives on Thursday.'
const whole = JSON.stringify({ next_node: 'final_response', args: { answer } })
const broken = `\`\`\`json\n{"next_node": "final_response", "args": {"answer": "${answer}"}}\n\`\`\``

let server: Awaited<ReturnType<typeof createModelServer>> | undefined
afterEach(() => server?.close())

async function serve(content: string) {
  server = await createModelServer({ stories: [{ name: 'order', match: () => true, reply: () => ({ content }) }], delayMs: 15 })
  return server
}

function start(env: Record<string, string> = {}, ...args: string[]) {
  const child = spawn(process.execPath, ['--conditions=pf-source', 'stream.ts', ...args], { cwd: folder, env: { PATH: process.env.PATH ?? '', ...env } })
  const pieces: string[] = []
  const errors: string[] = []
  child.stdout.setEncoding('utf8').on('data', (piece: string) => pieces.push(piece))
  child.stderr.setEncoding('utf8').on('data', (piece: string) => errors.push(piece))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, pieces, text: pieces.join(''), errors: errors.join('') }))
  return { child, ended }
}

it('without a key the scripted model answers, piece by piece', async () => {
  const { code, pieces, text, errors } = await start().ended
  expect({ code, text, errors }).toEqual({ code: 0, text: 'It left the "North" warehouse on Monday.\nIt arrives on Thursday.\n', errors: '' })
  expect(pieces.length).toBeGreaterThan(1)
})

it.each([
  ['well-formed', whole],
  ['broken (fence, raw line break, quotes not escaped)', broken],
])('writes the answer of %s output, piece by piece', async (_, content) => {
  const { url, requests } = await serve(content)
  const { code, pieces, text, errors } = await start({ OPENAI_BASE_URL: url }, 'When', 'does it arrive?').ended
  expect({ code, text, errors }).toEqual({ code: 0, text: `${answer}\n`, errors: '' })
  expect(pieces.length).toBeGreaterThan(1)
  expect(requests).toHaveLength(1)
  expect(requests[0]?.conversation?.lastUser).toBe('When does it arrive?')
})

it('stops at Ctrl-C with what has arrived, and leaves the model', async () => {
  const { url, mode, requests } = await serve(whole)
  mode('stall', { at: 25 })
  const { child, ended } = start({ OPENAI_BASE_URL: url })
  await once(child.stdout, 'data')
  child.kill('SIGINT')
  const { code, text, errors } = await ended
  expect({ code, errors }).toEqual({ code: 130, errors: '' })
  expect(answer.startsWith(text.trimEnd())).toBe(true)
  expect(await requests[0]?.ended).toBe('client_gone')
})

it('an answer that is cut is shown as far as it goes, and said to be cut', async () => {
  const { url, mode } = await serve(whole)
  mode('cut-clean', { at: 30 })
  const { code, text, errors } = await start({ OPENAI_BASE_URL: url }).ended
  expect(code).toBe(1)
  expect(text.trimEnd().length).toBeGreaterThan(5)
  expect(answer.startsWith(text.trimEnd())).toBe(true)
  expect(errors).toContain('no whole answer')
})

it('prose in place of an action is no answer', async () => {
  const { url } = await serve('It arrives on Thursday.')
  const { code, text, errors } = await start({ OPENAI_BASE_URL: url }).ended
  expect({ code, text: text.trim() }).toEqual({ code: 1, text: '' })
  expect(errors).toContain('Ask again')
})

it('a tool call is no answer', async () => {
  const { url } = await serve('{"next_node": "search", "args": {"answer": "x"}}')
  const { code, text, errors } = await start({ OPENAI_BASE_URL: url }).ended
  expect({ code, text: text.trim() }).toEqual({ code: 1, text: '' })
  expect(errors).toContain('Ask again')
})

it('control characters of an answer do not reach the terminal; pairs written as two escapes come out whole', async () => {
  const { url } = await serve('{"next_node": "final_response", "args": {"answer": "a\\u001b[2Jb\\tc \\ud83d\\ude00"}}')
  const { code, text } = await start({ OPENAI_BASE_URL: url }).ended
  expect({ code, text }).toEqual({ code: 0, text: 'a[2Jb\tc \u{1f600}\n' })
})

it('a model that cannot be reached is named, with what to check', async () => {
  const { url, close } = await serve(whole)
  await close()
  const { code, errors } = await start({ OPENAI_BASE_URL: url }).ended
  expect(code).toBe(1)
  expect(errors).toContain(url)
  expect(errors).toContain('check OPENAI_BASE_URL')
  expect(errors).not.toContain('    at ')
})
