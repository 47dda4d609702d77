import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

const seed = {
  threadId: 'conf-thread',
  runId: 'conf-run-1',
  messages: [{ id: 'conf-u1', role: 'user', content: 'hello' }],
  tools: [],
  context: [],
  state: {},
  forwardedProps: {},
}

/** Parses the command line. Without a URL it prints the usage and exits with code 2. */
export function readOptions(argv) {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      legacy: { type: 'boolean', default: false },
      quiet: { type: 'boolean', default: false },
      client: { type: 'string', default: '1.0.0' },
      expect: { type: 'string' },
      answer: { type: 'string' },
      timeout: { type: 'string', default: '30000' },
      header: { type: 'string', multiple: true, default: [] },
      'frontend-tool': { type: 'string', multiple: true, default: [] },
    },
  })
  const [url, input] = positionals
  if (!url) {
    console.error('usage: agui-conformance.mjs <url> [RunAgentInput json or file] [options]')
    process.exit(2)
  }
  return {
    ...values,
    url,
    input: { ...seed, ...readInput(input) },
    answer: values.answer === undefined ? undefined : JSON.parse(values.answer),
    timeout: Number(values.timeout),
    frontend: values['frontend-tool'],
    headers: Object.fromEntries(values.header.map(splitHeader)),
  }
}

function readInput(given) {
  if (given === undefined) return {}
  return JSON.parse(given.trimStart().startsWith('{') ? given : readFileSync(given, 'utf8'))
}

function splitHeader(header) {
  const [name, ...value] = header.split(':')
  return [name.trim(), value.join(':').trim()]
}
