import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the names of packages whose sources have changed since their last version and that no changeset names. Tests and Markdown pages are not counted. */
export function missingChangesets(root) {
  const named = namesInChangesets(join(root, '.changeset'))
  return foldersOf(root)
    .map((folder) => ({ folder, name: JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).name }))
    .filter(({ folder, name }) => !named.has(name) && hasChanged(root, folder))
    .map(({ name }) => name)
}

/** Returns the names of changesets that do not begin with "Breaking: ", "Added: " or "Fixed: ", or that have more than one paragraph. */
export function unsortedChangesets(root) {
  return changesetsIn(join(root, '.changeset')).flatMap(({ page, body }) => (/^(Breaking|Added|Fixed): \S/.test(body) && !/\n\s*\n/.test(body) ? [] : [page]))
}

function foldersOf(root) {
  const inside = (parent) => (existsSync(join(root, parent)) ? readdirSync(join(root, parent)).map((name) => `${parent}/${name}`) : [])
  return ['packages', 'apps'].flatMap(inside).filter((folder) => existsSync(join(root, folder, 'package.json')))
}

function namesInChangesets(folder) {
  return new Set(changesetsIn(folder).flatMap(({ head }) => [...head.matchAll(/^['"]?([^'":]+)['"]?:\s*(?:major|minor|patch)\s*$/gm)].map(([, name]) => name)))
}

/** Returns the front matter and the text of every changeset of a folder. */
function changesetsIn(folder) {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((page) => {
      const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(join(folder, page), 'utf8')) ?? []
      return { page, head, body: body.trim() }
    })
}

/** Compares the working folder with the commit that wrote the current version. */
function hasChanged(root, folder) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const versioned = git('log', '-1', '--format=%H', '-G"version":', '--', `${folder}/package.json`)
  const sources = [
    `${folder}/src`,
    `${folder}/components`,
    ':(exclude,glob)**/*.test.*',
    ':(exclude,glob)**/__fixtures__/**',
    ':(exclude,glob)**/test-support/**',
  ]
  if (versioned === '') return true
  return git('diff', '--name-only', versioned, '--', ...sources) !== '' || git('ls-files', '--others', '--exclude-standard', '--', ...sources) !== ''
}
