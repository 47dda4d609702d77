import { loadPeers } from './libraries.mjs'
import { migrate } from './migrate.mjs'

const parsers = {
  '@langchain/core': ['@langchain/core parseJsonMarkdown', ({ parseJsonMarkdown }) => parseJsonMarkdown],
  'partial-json': [
    'partial-json',
    ({ parse }) =>
      (text) =>
        parse(text),
  ],
  'best-effort-json-parser': [
    'best-effort-json-parser',
    ({ parse, disableErrorLogging }) => {
      disableErrorLogging()
      return parse
    },
  ],
  jsonrepair: [
    'jsonrepair + JSON.parse',
    ({ jsonrepair }) =>
      (text) =>
        JSON.parse(jsonrepair(text)),
  ],
}

/** The installed peers as title → (text) → action or undefined; each throws as its parser does. */
export async function normalizers() {
  const loaded = await loadPeers(...Object.keys(parsers))
  const found = {}
  for (const [name, [title, make]] of Object.entries(parsers)) {
    if (!loaded[name]) continue
    const parse = make(loaded[name])
    found[`${title} + migrate`] = (text) => migrate(parse(text))
  }
  return found
}
