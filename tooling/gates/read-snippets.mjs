const fence = /(?:<!-- snippet([^\n]*?)(?:-->|\n([\s\S]*?)-->)\s*)?^(`{3,})(tsx?)\n([\s\S]*?)^\3$/gm

/**
 * Returns the ts and tsx blocks of a page. A comment directly before a block describes its context:
 *   <!-- snippet continued        the block continues the previous one
 *   <!-- snippet compile          the block is compiled but not run, for example because it needs a server
 *   <!-- snippet\ndeclare … -->   lines inserted before the block, which cannot run if one of them is a `declare`
 * The result has the code, the line number on the page of each of its lines (0: not on the page), and whether the code can run.
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

/** Returns the packages that a snippet imports, without their subpaths and without `node:` modules. */
export function importsOf(code) {
  const names = [...code.matchAll(/\bfrom '([^']+)'|\bimport '([^']+)'|\bimport\('([^']+)'\)/g)].map(([, ...names]) => names.find(Boolean))
  return [...new Set(names.filter((name) => !/^(node:|\.)/.test(name)).map((name) => /^(@[^/]+\/[^/]+|[^/]+)/.exec(name)[0]))]
}

function lineOf(text, offset) {
  return text.slice(0, offset).split('\n').length
}
