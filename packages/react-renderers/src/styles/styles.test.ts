import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const folder = new URL('./', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('.css'))
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')
const whole = readFileSync(new URL('../styles.css', import.meta.url), 'utf8')

describe('stylesheets', () => {
  it('are all imported, the tokens into the layer pf and the base before every component', () => {
    const imported = [...whole.matchAll(/@import "\.\/styles\/([\w-]+\.css)"( layer\(pf\))?;/g)].map(([, name, layer]) => `${name}${layer ?? ''}`)
    expect(imported).toHaveLength(whole.match(/@import/g)?.length ?? 0)
    expect(imported.slice(0, 2)).toEqual(['tokens.css layer(pf)', 'base.css'])
    expect(imported.slice(1).sort()).toEqual(files.filter((name) => name !== 'tokens.css').sort())
  })

  it.each(files)('%s knows no left and right: a page may be read either way', (name) => {
    const rules = read(name).replace(/\/\*[\s\S]*?\*\//g, '')
    const sided = /(?:^|[\s;{])(?:left|right|(?:margin|padding|border|inset)-(?:left|right)[\w-]*|float:\s*(?:left|right)|text-align:\s*(?:left|right))\s*[:;]/g
    expect(rules.match(sided) ?? []).toEqual([])
    const fours = [...rules.matchAll(/[\s;{](?:margin|padding|inset): ([^;]+);/g)].map(([, value = '']) => value.match(/(?:[^\s(]|\([^)]*\))+/g) ?? [])
    expect(fours.filter(([, end, , start]) => start !== undefined && start !== end)).toEqual([])
  })

  it.each(files)('%s stands still for readers who want that: motion takes its time from the tokens or has a rule of its own', (name) => {
    const rules = read(name)
    for (const [, value = ''] of rules.matchAll(/transition:([^;]+);/g)) expect(value.replace(/var\(--pf-(?:quick|calm)\)/g, '')).not.toMatch(/\d+m?s/)
    const moving = /animation: (?!none)/.test(rules)
    expect(moving && !/prefers-reduced-motion[^{]*\{[^}]*animation: none/.test(rules)).toBe(false)
  })
})
