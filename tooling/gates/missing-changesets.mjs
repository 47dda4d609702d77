import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Names of packages whose sources have changed since their version last did, and that no changeset names. Tests and pages do not count. */
export function missingChangesets(root) {
  const named = namesInChangesets(join(root, '.changeset'))
  return foldersOf(root)
    .map((folder) => ({ folder, name: JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).name }))
    .filter(({ folder, name }) => !named.has(name) && hasChanged(root, folder))
    .map(({ name }) => name)
}

function foldersOf(root) {
  const inside = (parent) => (existsSync(join(root, parent)) ? readdirSync(join(root, parent)).map((name) => `${parent}/${name}`) : [])
  return ['packages', 'apps'].flatMap(inside).filter((folder) => existsSync(join(root, folder, 'package.json')))
}

function namesInChangesets(folder) {
  const pages = readdirSync(folder).filter((file) => file.endsWith('.md') && file !== 'README.md')
  const heads = pages.map((page) => /^---\n([\s\S]*?)\n---/.exec(readFileSync(join(folder, page), 'utf8'))?.[1] ?? '')
  return new Set(heads.flatMap((head) => [...head.matchAll(/^['"]?([^'":]+)['"]?:\s*(?:major|minor|patch)\s*$/gm)].map(([, name]) => name)))
}

/** Compares with the commit that wrote the version there is now, the state of the working folder included. */
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
