const fence = /(?:<!-- snippet([^\n]*?)(?:-->|\n([\s\S]*?)-->)\s*)?^(`{3,})(tsx?)\n([\s\S]*?)^\3$/gm

/**
 * The ts and tsx blocks of a page. A comment right before a block says what a reader takes for granted:
 *   <!-- snippet continued        it stands on the block before it
 *   <!-- snippet compile          it is compiled but not run (it asks a server, say)
 *   <!-- snippet\ndeclare … -->   lines put before it; with a `declare` among them it cannot run
 * Gives the code, where each of its lines stands on the page (0: not on it), and whether it can run.
 */
export function readSnippets(file, page) {
  const found = []
  for (const match of page.matchAll(fence)) {
    const [, words = '', given = '', , language, code] = match
    const start = lineOf(page, match.index + match[0].lastIndexOf(code)) - 1
    const before = words.includes('continued') ? found.at(-1) : undefined
    const own = code.trimEnd().split('\n')
    const said = given.trimEnd() === '' ? [] : given.trimEnd().split('\n')
    found.push({
      file,
      line: start,
      name: `${file.replace(/[^a-z0-9]+/gi, '-')}-${found.length + 1}.${language}`,
      code: [...(before ? [before.code] : []), ...said, ...own].join('\n'),
      lines: [...(before?.lines ?? []), ...said.map(() => 0), ...own.map((_, index) => start + 1 + index)],
      runs: language === 'ts' && !words.includes('compile') && !said.some((line) => line.startsWith('declare ')) && before?.runs !== false,
    })
  }
  return found
}

/** Packages that a snippet imports, without their subpaths; `node:` is everywhere. */
export function importsOf(code) {
  const names = [...code.matchAll(/\bfrom '([^']+)'|\bimport '([^']+)'|\bimport\('([^']+)'\)/g)].map(([, ...names]) => names.find(Boolean))
  return [...new Set(names.filter((name) => !/^(node:|\.)/.test(name)).map((name) => /^(@[^/]+\/[^/]+|[^/]+)/.exec(name)[0]))]
}

function lineOf(text, offset) {
  return text.slice(0, offset).split('\n').length
}
