import { dirname, join, normalize } from 'node:path'
import { importsOf } from './read-snippets.mjs'

const block = /^```tsx?\n([\s\S]*?)^```$/gm

/**
 * Returns the faults in the pages of a package for readers without the repository: links to files that are not published, code that imports
 * packages without an install line, and required peers without an install line. `pages` maps paths in the package to texts.
 */
export function publishedPageFaults({ manifest, pages, files }) {
  const installed = new Set(Object.values(pages).flatMap(installsOf))
  const peers = Object.keys(manifest.peerDependencies ?? {}).filter((peer) => !manifest.peerDependenciesMeta?.[peer]?.optional)
  return [
    ...peers.filter((peer) => !installed.has(peer)).map((peer) => `README.md: no install line contains the required peer ${peer}`),
    ...Object.entries(pages).flatMap(([path, text]) => [
      ...linksOf(text)
        .filter((link) => !isPublished(normalize(join(dirname(path), link)), files))
        .map((link) => `${path}: the link to ${link} leads to a file that is not published`),
      ...importedBy(text)
        .filter((name) => !installed.has(name))
        .map((name) => `${path}: the code imports ${name}, which no install line contains`),
    ]),
  ]
}

/** Returns the locations in typings that cite a document which readers do not have, such as a numbered specification. */
export function citationsIn(text) {
  return text.match(/\bspecs? \d{3}\b|\b\d{3} §|\[\d{3}-[a-z]+-\d+\]/gi) ?? []
}

/** Returns the packages of the `npm install` lines of a page, without versions and options. */
function installsOf(text) {
  return [...text.matchAll(/npm install ([^\n`#]+)/g)].flatMap(([, line]) =>
    line
      .trim()
      .split(/\s+/)
      .filter((word) => !word.startsWith('-'))
      .map((word) => word.replace(/(?<=.)@.*$/, '')),
  )
}

/** Returns the relative links without their anchors, except those to an anchor of the same page. */
function linksOf(text) {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target.split('#')[0]).filter((path) => path !== '' && !/^[a-z]+:/.test(path))
}

function isPublished(path, files) {
  return files.some((published) => path === published || path.startsWith(`${published}/`))
}

function importedBy(text) {
  return importsOf([...text.matchAll(block)].map(([, code]) => code).join('\n'))
}
