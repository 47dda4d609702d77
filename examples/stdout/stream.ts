import { buildActionPrompt, createAnswerExtractor } from '@pf/core'
import OpenAI from 'openai'
import { startScriptedModel } from './scripted-model.ts'

const { env } = process
const baseURL = env.OPENAI_BASE_URL || undefined
const model = env.OPENAI_MODEL || 'gpt-5-mini'
const scripted = baseURL || env.OPENAI_API_KEY ? undefined : await startScriptedModel()
const client = new OpenAI({ apiKey: env.OPENAI_API_KEY || 'none', baseURL: scripted?.url ?? baseURL })
const stop = new AbortController()
process.once('SIGINT', () => stop.abort())

try {
  const system = buildActionPrompt({ tools: [], plan: false, task: false })
  const question = process.argv.slice(2).join(' ') || 'When does order A-77 arrive?'
  const messages = [
    { role: 'system' as const, content: system },
    { role: 'user' as const, content: question },
  ]
  const chunks = await client.chat.completions.create({ model, messages, stream: true }, { signal: stop.signal })
  const extractor = createAnswerExtractor()
  for await (const chunk of chunks) write(extractor.feed(chunk.choices[0]?.delta.content ?? ''))
  const { text, complete, reset } = extractor.finish()
  write(`${reset ? '\n' : ''}${text}\n`) // reset: the printed text is not the beginning of the answer, and text is the whole answer
  const whole = complete && extractor.state.isFinish
  if (!whole && !stop.signal.aborted) fail('The model gave no whole answer. Ask again, or set OPENAI_MODEL to another model.')
} catch (error) {
  if (!stop.signal.aborted)
    fail(`${error instanceof Error ? error.message : error}\nAsked ${client.baseURL} for ${model}: check OPENAI_BASE_URL, OPENAI_API_KEY and OPENAI_MODEL.`)
} finally {
  await scripted?.close()
}
if (stop.signal.aborted) process.exitCode = 130

/** Removes control characters, because a terminal would interpret those of the model. */
function write(text: string) {
  process.stdout.write(text.replace(/[^\P{Cc}\n\t]/gu, ''))
}

function fail(text: string) {
  console.error(text)
  process.exitCode = 1
}
